-- The banners that an advertiser uploads for one campaign: a group of its own, offered nowhere else.
alter table creative_groups add column campaign_id bigint references campaigns (id) on delete cascade,
  add check (campaign_id is null or owner_uid is not null);
create unique index creative_groups_campaign on creative_groups (campaign_id) where campaign_id is not null;
