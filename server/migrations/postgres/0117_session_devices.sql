-- What a user recognises an own session by; `public_id` names it without saying anything about its secret.
ALTER TABLE sessions
  ADD COLUMN public_id text NOT NULL DEFAULT gen_random_uuid()::text UNIQUE,
  ADD COLUMN browser text,
  ADD COLUMN system text,
  ADD COLUMN network text;
DROP INDEX sessions_uid;
CREATE INDEX sessions_uid_last_seen_at ON sessions (uid, last_seen_at DESC);
