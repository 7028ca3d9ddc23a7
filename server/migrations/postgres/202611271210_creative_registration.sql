-- Where an exchange registers creatives, and our user there. The password is encrypted like the exchange's secret.
ALTER TABLE exchanges
  ADD COLUMN registration_url text,
  ADD COLUMN registration_user text,
  ADD COLUMN registration_sealed text,
  ADD CONSTRAINT exchanges_registration CHECK ((registration_url IS NULL) = (registration_user IS NULL));

-- Finished creatives at an exchange that registers them, by the ID that bids name (`crid`). The campaign is the first one
-- that runs with it, its banner the one that people know.
CREATE TABLE creative_registrations (
  exchange text NOT NULL,
  creative_id text NOT NULL CHECK (creative_id ~ '^[0-9a-f]{32}$'),
  campaign_id bigint NOT NULL,
  creative_uuid uuid NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- of what was submitted: other content is submitted again
  content_hash text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'submitted', 'approved', 'rejected', 'failed')),
  -- what the exchange says of a rejection, or why it could not be submitted
  reason text NOT NULL DEFAULT '',
  -- the exchange's own ID
  foreign_id text,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  submitted_at timestamptz,
  changed_at timestamptz NOT NULL,
  -- when a running campaign last had it
  used_at timestamptz NOT NULL,
  PRIMARY KEY (exchange, creative_id)
);
CREATE INDEX creative_registrations_listed ON creative_registrations (exchange, status, changed_at DESC);
CREATE INDEX creative_registrations_campaign ON creative_registrations (campaign_id) WHERE status = 'rejected';
