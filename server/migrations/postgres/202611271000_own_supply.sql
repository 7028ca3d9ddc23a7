-- What the ad units of pages' own auctions (Prebid.js) showed and earned, by hour of UTC: written when the media cost is
-- booked, in the same transaction, so that the sums are those of the ledger. `unit` is the name that the page gives it.
CREATE TABLE ad_unit_hours (
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  hour_at timestamptz NOT NULL,
  site text NOT NULL,
  unit text NOT NULL,
  currency text NOT NULL,
  impressions bigint NOT NULL,
  viewable bigint NOT NULL,
  clicks bigint NOT NULL,
  publisher_micros bigint NOT NULL,
  PRIMARY KEY (publisher_id, hour_at, site, unit, currency)
) WITH (fillfactor = 70);

-- How often the ad units were offered, and how many of the offers got a bid.
CREATE TABLE ad_unit_traffic (
  publisher_id bigint NOT NULL,
  hour_at timestamptz NOT NULL,
  site text NOT NULL,
  unit text NOT NULL,
  requests bigint NOT NULL,
  bids bigint NOT NULL,
  PRIMARY KEY (publisher_id, hour_at, site, unit)
) WITH (fillfactor = 70);

-- A sample of the requests of the operator's own tag and publishers, like that of exchanges: apart from it, because few
-- requests would disappear among those of a large exchange.
CREATE TABLE own_traffic_samples (LIKE traffic_samples INCLUDING ALL);
