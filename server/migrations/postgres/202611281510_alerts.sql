-- Alerts by mail that users set for one campaign, or for all of theirs that run.
CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  owner_uid text NOT NULL REFERENCES users (uid) ON DELETE CASCADE,
  campaign_id bigint REFERENCES campaigns (id) ON DELETE CASCADE,
  rule jsonb NOT NULL CHECK (rule ? 'kind'),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);
CREATE INDEX alerts_by_owner ON alerts (owner_uid, created_at);
CREATE INDEX alerts_by_campaign ON alerts (campaign_id);

-- To which campaigns an alert applies or applied: one mail for each time that it begins. `about` is the day of a daily limit.
CREATE TABLE alert_incidents (
  alert_id uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  campaign_id bigint NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  about text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (alert_id, campaign_id)
);
CREATE INDEX alert_incidents_by_campaign ON alert_incidents (campaign_id);
