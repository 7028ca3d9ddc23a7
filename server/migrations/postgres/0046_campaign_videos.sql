-- The video creative of a video campaign. Its items of kind video name the conversion (videos.uuid) in `file`.
create table campaign_videos (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  creative_uuid uuid not null references creatives (uuid)
);
create index campaign_videos_creative on campaign_videos (creative_uuid);
