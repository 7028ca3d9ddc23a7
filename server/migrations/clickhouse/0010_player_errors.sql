-- Errors of players stand beside what was left out, by their code: no view more for each insert to feed. Events without a
-- code were written before codes were kept: 900 is VAST's "undefined error".
alter table invalid_spans add column if not exists player_errors UInt64 default 0;

alter table invalid_spans_feed modify query select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  if(kind = 'video_error' and ad_events.invalid = '', 'player_900', ad_events.invalid) as invalid,
  toUInt64(countIf(kind = 'impression')) as impressions,
  toUInt64(countIf(kind = 'click')) as clicks,
  toUInt64(countIf(kind = 'video_error')) as player_errors
from ad_events
where (ad_events.invalid != '' and kind in ('impression', 'click')) or kind = 'video_error'
group by campaign_id, span_at, invalid;

alter table invalid_spans delete where startsWith(invalid, 'player_') settings mutations_sync = 1;

insert into invalid_spans select
  campaign_id,
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  if(ad_events.invalid = '', 'player_900', ad_events.invalid) as invalid,
  0 as impressions,
  0 as clicks,
  toUInt64(count()) as player_errors
from ad_events
where kind = 'video_error'
group by campaign_id, span_at, invalid
settings insert_deduplicate = 0;
