-- The deal through which an ad was bought, by its ID at the exchange; "" in the open auction.
alter table ad_events add column if not exists deal LowCardinality(String) default '';

-- What campaigns bought through deals.
create table if not exists deal_hours (
  hour_at DateTime('UTC'),
  exchange LowCardinality(String),
  deal LowCardinality(String),
  campaign_id UInt64,
  currency LowCardinality(String),
  impressions UInt64,
  clicks UInt64,
  charge_micros UInt64,
  media_cost_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(hour_at)
order by (exchange, deal, hour_at, campaign_id, currency)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists deal_hours_feed to deal_hours as select
  toStartOfHour(toDateTime(at, 'UTC')) as hour_at,
  exchange,
  deal,
  campaign_id,
  currency,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.charge_micros) as charge_micros,
  sum(ad_events.media_cost_micros) as media_cost_micros
from ad_events
where deal != '' and kind in ('impression', 'click', 'cost')
group by hour_at, exchange, deal, campaign_id, currency;
