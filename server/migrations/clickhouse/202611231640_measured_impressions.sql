-- Impressions of which it is known whether they were viewable. Earlier ad servers did not report them, so until now every
-- impression counted as measured: the defaults keep it so for what is stored already, without rewriting it. New rows
-- always have a value. Columns come before the views that fill them, campaigns before all campaigns together.
alter table ad_events add column if not exists measured UInt8 default kind = 'impression' and invalid = '';

alter table campaign_hours add column if not exists measured UInt64 default impressions after viewable;
alter table site_spans add column if not exists measured UInt64 default impressions after viewable;
alter table place_spans add column if not exists measured UInt64 default impressions after viewable;
alter table device_spans add column if not exists measured UInt64 default impressions after viewable;
alter table creative_spans add column if not exists measured UInt64 default impressions after viewable;
alter table house_hours add column if not exists measured UInt64 default impressions after viewable;
alter table house_device_spans add column if not exists measured UInt64 default impressions after viewable;
alter table house_place_spans add column if not exists measured UInt64 default impressions after viewable;
alter table house_site_spans add column if not exists measured UInt64 default impressions after viewable;

alter table house_hours_feed modify query select
  hour,
  sum(campaign_hours.impressions) as impressions,
  sum(campaign_hours.clicks) as clicks,
  sum(campaign_hours.measured) as measured,
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

alter table house_device_spans_feed modify query select
  span_at,
  device,
  sum(device_spans.impressions) as impressions,
  sum(device_spans.clicks) as clicks,
  sum(device_spans.measured) as measured,
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

alter table house_place_spans_feed modify query select
  span_at,
  country,
  region,
  city,
  sum(place_spans.impressions) as impressions,
  sum(place_spans.clicks) as clicks,
  sum(place_spans.measured) as measured,
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

alter table house_site_spans_feed modify query select
  span_at,
  site_kind,
  site,
  sum(site_spans.impressions) as impressions,
  sum(site_spans.clicks) as clicks,
  sum(site_spans.measured) as measured,
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

alter table campaign_hours_feed modify query select
  campaign_id,
  toStartOfHour(toDateTime(at, 'UTC')) as hour,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.measured) as measured,
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

alter table site_spans_feed modify query select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  site_kind,
  site,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.measured) as measured,
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

alter table place_spans_feed modify query select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  country,
  region,
  city,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.measured) as measured,
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

alter table device_spans_feed modify query select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  device,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.measured) as measured,
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

alter table creative_spans_feed modify query select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  creative_uuid,
  format,
  countIf(kind = 'impression' and invalid = '') as impressions,
  countIf(kind = 'click' and invalid = '') as clicks,
  sum(ad_events.measured) as measured,
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
