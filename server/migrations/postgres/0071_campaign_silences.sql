-- Active campaigns that have shown nothing for a while: since when, and whether their owner was told. One that delivers
-- again leaves the table.
CREATE TABLE campaign_silences (
  campaign_id bigint PRIMARY KEY,
  owner_uid text NOT NULL,
  silent_since timestamptz NOT NULL,
  mailed_at timestamptz
);
CREATE INDEX campaign_silences_owner ON campaign_silences (owner_uid);
