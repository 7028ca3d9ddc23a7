-- The exchange's fees of an impression, which are a part of its media cost, and the fee of the provider of the audience that it
-- was bought for, which comes on top. Events of earlier ad servers do not tell their fees.
alter table ad_events add column if not exists exchange_fee_micros UInt64 default 0;
alter table ad_events add column if not exists data_fee_micros UInt64 default 0;
alter table ad_events add column if not exists audience_id UInt64 default 0;

alter table margin_spans add column if not exists exchange_fee_micros UInt64 default 0;
alter table margin_spans add column if not exists data_fee_micros UInt64 default 0;

alter table margin_spans_feed modify query select
  toDateTime(if(toHour(at) >= 21, toStartOfHour(at), toStartOfDay(at)), 'UTC') as span_at,
  exchange,
  campaign_id,
  site_kind,
  site,
  currency,
  countIf(kind = 'impression' and invalid = '') as impressions,
  sum(ad_events.charge_micros) as charge_micros,
  countIf(kind = 'cost') as costs,
  sum(ad_events.media_cost_micros) as media_cost_micros,
  sum(ad_events.exchange_fee_micros) as exchange_fee_micros,
  sum(ad_events.data_fee_micros) as data_fee_micros
from ad_events
where kind = 'cost' or (kind = 'impression' and invalid = '')
group by span_at, exchange, campaign_id, site_kind, site, currency;
