-- The last checks of what single ads of a campaign lead to, where that differs from the campaign's link (`landing_checks`).
CREATE TABLE link_checks (
  campaign_id bigint NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  url text NOT NULL,
  -- of the ads that lead there, such as 300x250
  formats text[] NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('ok', 'unreachable', 'insecure', 'malware')),
  detail text NOT NULL,
  -- the registrable domain after all redirects, at the last check that reached one
  domain text,
  -- failed checks in a row
  failures integer NOT NULL CHECK (failures >= 0),
  -- null: not checked yet
  checked_at timestamptz,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, url)
);
CREATE INDEX link_checks_next_at ON link_checks (next_at);
