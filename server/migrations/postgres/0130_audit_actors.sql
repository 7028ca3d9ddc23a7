-- Every entry names its actor, whoever it is, and the command that made the change.
ALTER TABLE audit_entries
  ADD COLUMN actor_kind text,
  -- the job or the key, where the actor is one
  ADD COLUMN actor_name text,
  ADD COLUMN command text CHECK (command ~ '^[a-z_]+(\.[a-z_]+)+$'),
  -- what was changed, where it is not a person
  ADD COLUMN subject_type text,
  ADD COLUMN subject_id text,
  ALTER COLUMN subject_uid DROP NOT NULL;

UPDATE audit_entries SET actor_kind = CASE WHEN actor_uid IS NULL THEN 'operator' ELSE 'user' END;

ALTER TABLE audit_entries
  ALTER COLUMN actor_kind SET NOT NULL,
  ADD CONSTRAINT audit_entries_actor CHECK (
    (actor_kind IN ('user', 'api_key') AND actor_uid IS NOT NULL)
    OR (actor_kind IN ('job', 'operator') AND actor_uid IS NULL)),
  ADD CONSTRAINT audit_entries_actor_name CHECK ((actor_kind IN ('job', 'api_key')) = (actor_name IS NOT NULL)),
  ADD CONSTRAINT audit_entries_subject_known CHECK (subject_uid IS NOT NULL OR subject_type IS NOT NULL),
  ADD CONSTRAINT audit_entries_thing CHECK ((subject_type IS NULL) = (subject_id IS NULL)),
  ADD CONSTRAINT audit_entries_related CHECK (related_uid IS NULL OR subject_uid IS NOT NULL);
CREATE INDEX audit_entries_thing_subject ON audit_entries (subject_type, subject_id, id DESC) WHERE subject_type IS NOT NULL;
