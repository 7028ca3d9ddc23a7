-- Lifetime figures of each campaign by which the campaign list is sorted and paged. The settlement of a batch of events
-- adds to them in its transaction, so that each event counts once. Every campaign has a row, and inserting one never
-- locks a campaign while events are settled. The spend is in the campaign's currency.
create table campaign_counters (
  campaign_id bigint primary key references campaigns on delete cascade,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  charge_micros bigint not null default 0,
  ctr double precision generated always as
    (case when impressions = 0 then 0 else clicks::double precision / impressions end) stored,
  -- False until a job has added up what was stored before this table existed.
  filled boolean not null default true
);
create index campaign_counters_impressions on campaign_counters (impressions, campaign_id desc);
create index campaign_counters_clicks on campaign_counters (clicks, campaign_id desc);
create index campaign_counters_ctr on campaign_counters (ctr, campaign_id desc);
create index campaign_counters_charge on campaign_counters (charge_micros, campaign_id desc);
create index campaign_counters_not_filled on campaign_counters (campaign_id) where not filled;

insert into campaign_counters (campaign_id, filled) select id, activated_at is null from campaigns;

create function count_new_campaign() returns trigger language plpgsql as $$
begin
  insert into campaign_counters (campaign_id) values (new.id);
  return null;
end $$;
create trigger campaigns_count_new after insert on campaigns for each row execute function count_new_campaign();
