-- The rollups of all campaigns together, for those who may see all of them: fed by the rollups of the campaigns, of which
-- they have a small part of the rows. What these hold already is added up anew.

-- Totals, charts and weekdays.
create table if not exists house_hours (
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
  charge_micros UInt64
) engine = SummingMergeTree
partition by toYYYYMM(hour)
order by (hour)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists house_hours_feed to house_hours as select
  hour,
  sum(campaign_hours.impressions) as impressions,
  sum(campaign_hours.clicks) as clicks,
  sum(campaign_hours.viewable) as viewable,
  sum(campaign_hours.video_starts) as video_starts,
  sum(campaign_hours.video_first_quartiles) as video_first_quartiles,
  sum(campaign_hours.video_midpoints) as video_midpoints,
  sum(campaign_hours.video_third_quartiles) as video_third_quartiles,
  sum(campaign_hours.video_completes) as video_completes,
  sum(campaign_hours.invalid_impressions) as invalid_impressions,
  sum(campaign_hours.invalid_clicks) as invalid_clicks,
  sum(campaign_hours.charge_micros) as charge_micros
from campaign_hours
group by hour;

truncate table house_hours;

insert into house_hours select
  hour,
  sum(campaign_hours.impressions) as impressions,
  sum(campaign_hours.clicks) as clicks,
  sum(campaign_hours.viewable) as viewable,
  sum(campaign_hours.video_starts) as video_starts,
  sum(campaign_hours.video_first_quartiles) as video_first_quartiles,
  sum(campaign_hours.video_midpoints) as video_midpoints,
  sum(campaign_hours.video_third_quartiles) as video_third_quartiles,
  sum(campaign_hours.video_completes) as video_completes,
  sum(campaign_hours.invalid_impressions) as invalid_impressions,
  sum(campaign_hours.invalid_clicks) as invalid_clicks,
  sum(campaign_hours.charge_micros) as charge_micros
from campaign_hours
group by hour
settings insert_deduplicate = 0;

-- Devices.
create table if not exists house_device_spans (
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
order by (span_at, device)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists house_device_spans_feed to house_device_spans as select
  span_at,
  device,
  sum(device_spans.impressions) as impressions,
  sum(device_spans.clicks) as clicks,
  sum(device_spans.viewable) as viewable,
  sum(device_spans.video_starts) as video_starts,
  sum(device_spans.video_first_quartiles) as video_first_quartiles,
  sum(device_spans.video_midpoints) as video_midpoints,
  sum(device_spans.video_third_quartiles) as video_third_quartiles,
  sum(device_spans.video_completes) as video_completes,
  sum(device_spans.invalid_impressions) as invalid_impressions,
  sum(device_spans.invalid_clicks) as invalid_clicks,
  sum(device_spans.charge_micros) as charge_micros
from device_spans
group by span_at, device;

truncate table house_device_spans;

insert into house_device_spans select
  span_at,
  device,
  sum(device_spans.impressions) as impressions,
  sum(device_spans.clicks) as clicks,
  sum(device_spans.viewable) as viewable,
  sum(device_spans.video_starts) as video_starts,
  sum(device_spans.video_first_quartiles) as video_first_quartiles,
  sum(device_spans.video_midpoints) as video_midpoints,
  sum(device_spans.video_third_quartiles) as video_third_quartiles,
  sum(device_spans.video_completes) as video_completes,
  sum(device_spans.invalid_impressions) as invalid_impressions,
  sum(device_spans.invalid_clicks) as invalid_clicks,
  sum(device_spans.charge_micros) as charge_micros
from device_spans
group by span_at, device
settings insert_deduplicate = 0;

-- Countries, regions and cities.
create table if not exists house_place_spans (
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
order by (span_at, country, region, city)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists house_place_spans_feed to house_place_spans as select
  span_at,
  country,
  region,
  city,
  sum(place_spans.impressions) as impressions,
  sum(place_spans.clicks) as clicks,
  sum(place_spans.viewable) as viewable,
  sum(place_spans.video_starts) as video_starts,
  sum(place_spans.video_first_quartiles) as video_first_quartiles,
  sum(place_spans.video_midpoints) as video_midpoints,
  sum(place_spans.video_third_quartiles) as video_third_quartiles,
  sum(place_spans.video_completes) as video_completes,
  sum(place_spans.invalid_impressions) as invalid_impressions,
  sum(place_spans.invalid_clicks) as invalid_clicks,
  sum(place_spans.charge_micros) as charge_micros
from place_spans
group by span_at, country, region, city;

truncate table house_place_spans;

insert into house_place_spans select
  span_at,
  country,
  region,
  city,
  sum(place_spans.impressions) as impressions,
  sum(place_spans.clicks) as clicks,
  sum(place_spans.viewable) as viewable,
  sum(place_spans.video_starts) as video_starts,
  sum(place_spans.video_first_quartiles) as video_first_quartiles,
  sum(place_spans.video_midpoints) as video_midpoints,
  sum(place_spans.video_third_quartiles) as video_third_quartiles,
  sum(place_spans.video_completes) as video_completes,
  sum(place_spans.invalid_impressions) as invalid_impressions,
  sum(place_spans.invalid_clicks) as invalid_clicks,
  sum(place_spans.charge_micros) as charge_micros
from place_spans
group by span_at, country, region, city
settings insert_deduplicate = 0;

-- Where the ads ran.
create table if not exists house_site_spans (
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
order by (span_at, site_kind, site)
settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists house_site_spans_feed to house_site_spans as select
  span_at,
  site_kind,
  site,
  sum(site_spans.impressions) as impressions,
  sum(site_spans.clicks) as clicks,
  sum(site_spans.viewable) as viewable,
  sum(site_spans.video_starts) as video_starts,
  sum(site_spans.video_first_quartiles) as video_first_quartiles,
  sum(site_spans.video_midpoints) as video_midpoints,
  sum(site_spans.video_third_quartiles) as video_third_quartiles,
  sum(site_spans.video_completes) as video_completes,
  sum(site_spans.invalid_impressions) as invalid_impressions,
  sum(site_spans.invalid_clicks) as invalid_clicks,
  sum(site_spans.charge_micros) as charge_micros
from site_spans
group by span_at, site_kind, site;

truncate table house_site_spans;

insert into house_site_spans select
  span_at,
  site_kind,
  site,
  sum(site_spans.impressions) as impressions,
  sum(site_spans.clicks) as clicks,
  sum(site_spans.viewable) as viewable,
  sum(site_spans.video_starts) as video_starts,
  sum(site_spans.video_first_quartiles) as video_first_quartiles,
  sum(site_spans.video_midpoints) as video_midpoints,
  sum(site_spans.video_third_quartiles) as video_third_quartiles,
  sum(site_spans.video_completes) as video_completes,
  sum(site_spans.invalid_impressions) as invalid_impressions,
  sum(site_spans.invalid_clicks) as invalid_clicks,
  sum(site_spans.charge_micros) as charge_micros
from site_spans
group by span_at, site_kind, site
settings insert_deduplicate = 0;
