-- Read-only reports behind a secret address and a password. Neither is stored: hashes are.
CREATE TABLE report_links (
  id uuid PRIMARY KEY,
  owner_uid text NOT NULL,
  title text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  campaign_ids bigint[] NOT NULL,
  -- The last so many days, or else from_on to to_on.
  days integer,
  from_on date,
  to_on date,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  opened integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  CHECK (days IS NOT NULL OR (from_on IS NOT NULL AND to_on IS NOT NULL))
);
CREATE INDEX report_links_owner ON report_links (owner_uid, created_at DESC);

-- Reports that are mailed every week or month.
CREATE TABLE report_mails (
  id uuid PRIMARY KEY,
  owner_uid text NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('weekly', 'monthly')),
  campaign_ids bigint[] NOT NULL,
  next_on date NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX report_mails_owner ON report_mails (owner_uid);
CREATE INDEX report_mails_next ON report_mails (next_on);
