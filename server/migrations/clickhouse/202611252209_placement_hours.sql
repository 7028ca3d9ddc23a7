-- What publishers' placements showed and earned. `imp_id` of the ad tag names the placement.
create table if not exists placement_hours (
  hour_at DateTime('UTC'),
  placement_id UInt64,
  currency LowCardinality(String),
  impressions UInt64,
  viewable UInt64,
  clicks UInt64,
  publisher_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(hour_at)
order by (placement_id, hour_at, currency)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists placement_hours_feed to placement_hours as select
  toStartOfHour(toDateTime(at, 'UTC')) as hour_at,
  toUInt64OrZero(substring(imp_id, 11)) as placement_id,
  currency,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'viewable') as viewable,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.media_cost_micros) as publisher_micros
from ad_events
where exchange = 'tag' and startsWith(imp_id, 'placement-') and kind in ('impression', 'viewable', 'click', 'cost')
group by hour_at, placement_id, currency;
