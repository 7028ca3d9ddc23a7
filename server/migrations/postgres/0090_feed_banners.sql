-- Pictures of the items that banners show, encoded anew: banners carry them inside.
create table feed_pictures (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  url text not null check (char_length(url) <= 2000),
  content_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  body bytea not null,
  primary key (campaign_id, url)
);

-- What delivery shows since the feed was last read, in place of the banners that this review approved.
alter table campaign_feeds
  add drawn jsonb,
  add drawn_for bigint references creative_reviews (id) on delete cascade,
  add check ((drawn is null) = (drawn_for is null));
