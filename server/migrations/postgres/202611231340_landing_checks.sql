-- The last check of the page that a campaign's banners lead to.
CREATE TABLE landing_checks (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  url text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('ok', 'unreachable', 'insecure', 'malware')),
  -- for people: a status or the reason of a failed connection
  detail text NOT NULL,
  -- the registrable domain after all redirects, at the last check that reached one
  domain text,
  -- failed checks in a row
  failures integer NOT NULL CHECK (failures >= 0),
  checked_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX landing_checks_next_at ON landing_checks (next_at);
