-- What impressions cost at the exchanges, and the clearing prices that exchanges reported. Both are on events of the
-- kind "cost"; all other events have 0 and "".
alter table ad_events add column if not exists media_cost_micros UInt64 default 0;
alter table ad_events add column if not exists clearing_micros UInt64 default 0;
alter table ad_events add column if not exists clearing_currency LowCardinality(String) default '';

-- Revenue and media cost side by side. An impression without a cost was not billed yet or its price is unknown, so the
-- number of costs tells how much of the revenue the cost covers.
create table if not exists margin_spans (
  span_at DateTime('UTC'),
  exchange LowCardinality(String),
  campaign_id UInt64,
  site_kind LowCardinality(String),
  site LowCardinality(String),
  currency LowCardinality(String),
  impressions UInt64,
  charge_micros UInt64,
  costs UInt64,
  media_cost_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (span_at, exchange, campaign_id, site_kind, site, currency)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists margin_spans_feed to margin_spans as select
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  exchange,
  campaign_id,
  site_kind,
  site,
  currency,
  countIf(kind = 'impression' and invalid = '') as impressions,
  sum(ad_events.charge_micros) as charge_micros,
  countIf(kind = 'cost') as costs,
  sum(ad_events.media_cost_micros) as media_cost_micros
from ad_events
where kind = 'cost' or (kind = 'impression' and invalid = '')
group by span_at, exchange, campaign_id, site_kind, site, currency;

truncate table margin_spans;

insert into margin_spans select
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  exchange,
  campaign_id,
  site_kind,
  site,
  currency,
  countIf(kind = 'impression' and invalid = '') as impressions,
  sum(ad_events.charge_micros) as charge_micros,
  countIf(kind = 'cost') as costs,
  sum(ad_events.media_cost_micros) as media_cost_micros
from ad_events
where kind = 'cost' or (kind = 'impression' and invalid = '')
group by span_at, exchange, campaign_id, site_kind, site, currency
settings insert_deduplicate = 0;

-- The clearing prices as each exchange reported them, in its own currency, to check its invoice. Sums of prices per
-- thousand: divided by a thousand they are what the exchange bills without fees.
create table if not exists clearing_spans (
  span_at DateTime('UTC'),
  exchange LowCardinality(String),
  clearing_currency LowCardinality(String),
  impressions UInt64,
  clearing_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (span_at, exchange, clearing_currency)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists clearing_spans_feed to clearing_spans as select
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  exchange,
  clearing_currency,
  count() as impressions,
  sum(ad_events.clearing_micros) as clearing_micros
from ad_events
where kind = 'cost'
group by span_at, exchange, clearing_currency;
