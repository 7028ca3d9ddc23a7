-- Conversions: what visitors did on an advertiser's site after a click on its ad, as orders. Ad servers insert them.
ALTER TABLE campaigns
  ADD COLUMN measures_conversions boolean NOT NULL DEFAULT false,
  ADD COLUMN conversion_window_days smallint NOT NULL DEFAULT 30 CHECK (conversion_window_days BETWEEN 1 AND 90);
CREATE TABLE campaign_conversions (
  owner_uid text NOT NULL,
  -- A hash of the order's number with the advertiser's domain; of the click where no number is given.
  order_hash bytea NOT NULL CHECK (length(order_hash) = 16),
  campaign_id bigint NOT NULL REFERENCES campaigns,
  creative_uuid text NOT NULL,
  site text NOT NULL,
  -- The nonce of the click's identifier.
  click bytea NOT NULL CHECK (length(click) = 12),
  clicked_at timestamptz NOT NULL,
  converted_at timestamptz NOT NULL,
  -- In the campaign's currency; null where no value was given.
  value_micros bigint CHECK (value_micros >= 0),
  PRIMARY KEY (owner_uid, order_hash)
);
CREATE INDEX campaign_conversions_clicked ON campaign_conversions (campaign_id, clicked_at);
CREATE INDEX campaign_conversions_click ON campaign_conversions (campaign_id, click);
CREATE INDEX campaign_conversions_converted ON campaign_conversions (campaign_id, converted_at);
-- The last test conversion of a campaign, which does not count.
CREATE TABLE campaign_conversion_tests (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns ON DELETE CASCADE,
  at timestamptz NOT NULL
);
