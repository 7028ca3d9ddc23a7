-- How far a campaign's chances (slots of bid requests) came, by hour of UTC: see server/src/delivery/funnel.ts.
CREATE TABLE campaign_funnel (
  campaign_id bigint NOT NULL,
  hour_at timestamptz NOT NULL,
  seen bigint NOT NULL DEFAULT 0,
  technology bigint NOT NULL DEFAULT 0,
  place bigint NOT NULL DEFAULT 0,
  context bigint NOT NULL DEFAULT 0,
  site bigint NOT NULL DEFAULT 0,
  people bigint NOT NULL DEFAULT 0,
  format bigint NOT NULL DEFAULT 0,
  not_running bigint NOT NULL DEFAULT 0,
  no_budget bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  below_floor bigint NOT NULL DEFAULT 0,
  no_format bigint NOT NULL DEFAULT 0,
  visibility bigint NOT NULL DEFAULT 0,
  pacing bigint NOT NULL DEFAULT 0,
  frequency_cap bigint NOT NULL DEFAULT 0,
  outbid bigint NOT NULL DEFAULT 0,
  bid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, hour_at)
) WITH (fillfactor = 70);
CREATE INDEX campaign_funnel_hours ON campaign_funnel (hour_at);
