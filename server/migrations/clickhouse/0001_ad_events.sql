-- Every event as it was journalled. The deduplication window (blocks remembered) makes a repeated batch a no-op; the
-- intake knows its size, see server/src/events/event-sql.ts.
create table if not exists ad_events (
  process LowCardinality(String),
  sequence UInt64 codec(Delta, ZSTD),
  kind LowCardinality(String),
  at DateTime64(3, 'UTC') codec(Delta, ZSTD),
  exchange LowCardinality(String),
  auction_id String,
  imp_id String,
  campaign_id UInt64,
  owner_uid LowCardinality(String),
  creative_uuid LowCardinality(String),
  format LowCardinality(String),
  site LowCardinality(String),
  site_kind LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  language LowCardinality(String),
  charge_micros UInt64,
  currency LowCardinality(String),
  lease_id String,
  invalid LowCardinality(String)
) engine = MergeTree
partition by toYYYYMM(at)
order by (campaign_id, kind, at)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- Totals, charts and weekdays; hours of UTC, so that the days of any account come out right.
create table if not exists campaign_hours (
  campaign_id UInt64,
  hour DateTime('UTC'),
  impressions UInt64,
  clicks UInt64,
  viewable UInt64,
  video_starts UInt64,
  video_first_quartiles UInt64,
  video_midpoints UInt64,
  video_third_quartiles UInt64,
  video_completes UInt64,
  invalid_impressions UInt64,
  invalid_clicks UInt64,
  bids UInt64,
  wins UInt64,
  losses UInt64,
  charge_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(hour)
order by (campaign_id, hour)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists campaign_hours_feed to campaign_hours as select
  campaign_id,
  toStartOfHour(toDateTime(at, 'UTC')) as hour,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  countIf(kind = 'viewable' and invalid = '') as viewable,
  countIf(kind = 'video_start' and invalid = '') as video_starts,
  countIf(kind = 'video_first_quartile' and invalid = '') as video_first_quartiles,
  countIf(kind = 'video_midpoint' and invalid = '') as video_midpoints,
  countIf(kind = 'video_third_quartile' and invalid = '') as video_third_quartiles,
  countIf(kind = 'video_complete' and invalid = '') as video_completes,
  countIf(kind = 'impression' and invalid != '') as invalid_impressions,
  countIf(kind = 'click' and invalid != '') as invalid_clicks,
  countIf(kind = 'bid') as bids,
  countIf(kind = 'win') as wins,
  countIf(kind = 'loss') as losses,
  sum(ad_events.charge_micros) as charge_micros
from ad_events
group by campaign_id, hour;

-- Where the ads ran. A span is a day of UTC up to 21:00, then each of its last three hours: days of zones from Lisbon to
-- Istanbul are whole spans, whatever the season. For other zones the edges of a period are read from ad_events.
create table if not exists site_spans (
  campaign_id UInt64,
  span_at DateTime('UTC'),
  site_kind LowCardinality(String),
  site LowCardinality(String),
  impressions UInt64,
  clicks UInt64,
  viewable UInt64,
  video_starts UInt64,
  video_first_quartiles UInt64,
  video_midpoints UInt64,
  video_third_quartiles UInt64,
  video_completes UInt64,
  invalid_impressions UInt64,
  invalid_clicks UInt64,
  charge_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (campaign_id, span_at, site_kind, site)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists site_spans_feed to site_spans as select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  site_kind,
  site,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  countIf(kind = 'viewable' and invalid = '') as viewable,
  countIf(kind = 'video_start' and invalid = '') as video_starts,
  countIf(kind = 'video_first_quartile' and invalid = '') as video_first_quartiles,
  countIf(kind = 'video_midpoint' and invalid = '') as video_midpoints,
  countIf(kind = 'video_third_quartile' and invalid = '') as video_third_quartiles,
  countIf(kind = 'video_complete' and invalid = '') as video_completes,
  countIf(kind = 'impression' and invalid != '') as invalid_impressions,
  countIf(kind = 'click' and invalid != '') as invalid_clicks,
  sum(ad_events.charge_micros) as charge_micros
from ad_events
where kind not in ('bid', 'win', 'loss')
group by campaign_id, span_at, site_kind, site;

-- Countries, regions and cities that were reached.
create table if not exists place_spans (
  campaign_id UInt64,
  span_at DateTime('UTC'),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  impressions UInt64,
  clicks UInt64,
  viewable UInt64,
  video_starts UInt64,
  video_first_quartiles UInt64,
  video_midpoints UInt64,
  video_third_quartiles UInt64,
  video_completes UInt64,
  invalid_impressions UInt64,
  invalid_clicks UInt64,
  charge_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (campaign_id, span_at, country, region, city)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists place_spans_feed to place_spans as select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  country,
  region,
  city,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  countIf(kind = 'viewable' and invalid = '') as viewable,
  countIf(kind = 'video_start' and invalid = '') as video_starts,
  countIf(kind = 'video_first_quartile' and invalid = '') as video_first_quartiles,
  countIf(kind = 'video_midpoint' and invalid = '') as video_midpoints,
  countIf(kind = 'video_third_quartile' and invalid = '') as video_third_quartiles,
  countIf(kind = 'video_complete' and invalid = '') as video_completes,
  countIf(kind = 'impression' and invalid != '') as invalid_impressions,
  countIf(kind = 'click' and invalid != '') as invalid_clicks,
  sum(ad_events.charge_micros) as charge_micros
from ad_events
where kind not in ('bid', 'win', 'loss')
group by campaign_id, span_at, country, region, city;

-- Devices.
create table if not exists device_spans (
  campaign_id UInt64,
  span_at DateTime('UTC'),
  device LowCardinality(String),
  impressions UInt64,
  clicks UInt64,
  viewable UInt64,
  video_starts UInt64,
  video_first_quartiles UInt64,
  video_midpoints UInt64,
  video_third_quartiles UInt64,
  video_completes UInt64,
  invalid_impressions UInt64,
  invalid_clicks UInt64,
  charge_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (campaign_id, span_at, device)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists device_spans_feed to device_spans as select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  device,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  countIf(kind = 'viewable' and invalid = '') as viewable,
  countIf(kind = 'video_start' and invalid = '') as video_starts,
  countIf(kind = 'video_first_quartile' and invalid = '') as video_first_quartiles,
  countIf(kind = 'video_midpoint' and invalid = '') as video_midpoints,
  countIf(kind = 'video_third_quartile' and invalid = '') as video_third_quartiles,
  countIf(kind = 'video_complete' and invalid = '') as video_completes,
  countIf(kind = 'impression' and invalid != '') as invalid_impressions,
  countIf(kind = 'click' and invalid != '') as invalid_clicks,
  sum(ad_events.charge_micros) as charge_micros
from ad_events
where kind not in ('bid', 'win', 'loss')
group by campaign_id, span_at, device;

-- Creatives of a campaign against each other.
create table if not exists creative_spans (
  campaign_id UInt64,
  span_at DateTime('UTC'),
  creative_uuid LowCardinality(String),
  format LowCardinality(String),
  impressions UInt64,
  clicks UInt64,
  viewable UInt64,
  video_starts UInt64,
  video_first_quartiles UInt64,
  video_midpoints UInt64,
  video_third_quartiles UInt64,
  video_completes UInt64,
  invalid_impressions UInt64,
  invalid_clicks UInt64,
  charge_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(span_at)
order by (campaign_id, span_at, creative_uuid, format)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists creative_spans_feed to creative_spans as select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  creative_uuid,
  format,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  countIf(kind = 'viewable' and invalid = '') as viewable,
  countIf(kind = 'video_start' and invalid = '') as video_starts,
  countIf(kind = 'video_first_quartile' and invalid = '') as video_first_quartiles,
  countIf(kind = 'video_midpoint' and invalid = '') as video_midpoints,
  countIf(kind = 'video_third_quartile' and invalid = '') as video_third_quartiles,
  countIf(kind = 'video_complete' and invalid = '') as video_completes,
  countIf(kind = 'impression' and invalid != '') as invalid_impressions,
  countIf(kind = 'click' and invalid != '') as invalid_clicks,
  sum(ad_events.charge_micros) as charge_micros
from ad_events
where kind not in ('bid', 'win', 'loss')
group by campaign_id, span_at, creative_uuid, format;
