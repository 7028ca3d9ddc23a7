-- Which edition of the terms a user accepted when. Everyone until now accepted the first.
CREATE TABLE terms_acceptances (
  uid text NOT NULL REFERENCES users (uid) ON DELETE CASCADE,
  edition integer NOT NULL CHECK (edition > 0),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (uid, edition)
);
REVOKE UPDATE, DELETE, TRUNCATE ON terms_acceptances FROM litfass_app;
INSERT INTO terms_acceptances (uid, edition, accepted_at)
  SELECT uid, 1, terms_accepted_at FROM users WHERE terms_accepted_at IS NOT NULL;
