-- Who did what to whom, before and after. Written in the transaction of the change, read by staff, never changed.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  -- null: the installation's own command line
  actor_uid text,
  subject_uid text NOT NULL,
  -- a second person it concerns: the account manager of an assignment, the receiver of a budget
  related_uid text,
  action text NOT NULL CHECK (action ~ '^[a-z_]+$'),
  -- [{field, before, after}]
  changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'array'),
  -- what it is about beside people: a campaign, a transaction, a plan
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object')
);
CREATE INDEX audit_entries_subject ON audit_entries (subject_uid, id DESC);
CREATE INDEX audit_entries_related ON audit_entries (related_uid, id DESC) WHERE related_uid IS NOT NULL;

REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM litfass_app;
