-- Who saw an ad, as a keyed pseudonym and only where the visitor consented to being recognised; forgotten after 180 days.
alter table ad_events add column if not exists visitor_key String default '' ttl toDateTime(at) + interval 180 day;

-- How many different people saw ads. Never summed: the states of days and campaigns are merged.
create table if not exists campaign_viewers (
  campaign_id UInt64,
  span_at DateTime('UTC'),
  viewers AggregateFunction(uniq, String),
  known SimpleAggregateFunction(sum, UInt64),
  unknown SimpleAggregateFunction(sum, UInt64)
) engine = AggregatingMergeTree
partition by toYYYYMM(span_at)
order by (campaign_id, span_at)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists campaign_viewers_feed to campaign_viewers as select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  uniqStateIf(visitor_key, visitor_key != '') as viewers,
  toUInt64(countIf(visitor_key != '')) as known,
  toUInt64(countIf(visitor_key = '')) as unknown
from ad_events
where kind = 'impression' and invalid = ''
group by campaign_id, span_at;

-- What was left out, by reason.
create table if not exists invalid_spans (
  campaign_id UInt64,
  span_at DateTime('UTC'),
  invalid LowCardinality(String),
  impressions UInt64,
  clicks UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (campaign_id, span_at, invalid)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists invalid_spans_feed to invalid_spans as select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  invalid,
  toUInt64(countIf(kind = 'impression')) as impressions,
  toUInt64(countIf(kind = 'click')) as clicks
from ad_events
where invalid != '' and kind in ('impression', 'click')
group by campaign_id, span_at, invalid;
