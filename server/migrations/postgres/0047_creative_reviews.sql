-- What staff look at before it runs.
create table review_policy (
  is_only boolean primary key default true check (is_only),
  -- So many campaigns of a new customer are reviewed; 0 is none.
  first_campaigns integer not null default 0 check (first_campaigns between 0 and 20),
  -- Also banners and videos that were made elsewhere.
  own_files boolean not null default false
);
insert into review_policy default values;

-- Everything that a campaign was started with or changed to. The newest approved one is what delivery shows; without
-- need of a review it is approved at once, by nobody.
create table creative_reviews (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  owner_uid text not null references users (uid),
  kind text not null check (kind in ('start', 'change', 'appeal')),
  status text not null check (status in ('pending', 'approved', 'rejected', 'replaced')),
  -- As the campaign's snapshot names them.
  creatives jsonb not null,
  destination_url text not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references users (uid),
  reasons text[] not null default '{}',
  note text check (char_length(note) <= 1000),
  appeal text check (char_length(appeal) <= 1000),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'rejected' or (cardinality(reasons) > 0 and decided_by is not null))
);
create unique index creative_reviews_pending on creative_reviews (campaign_id) where status = 'pending';
create index creative_reviews_queue on creative_reviews (status, submitted_at, id);
create index creative_reviews_campaign on creative_reviews (campaign_id, id desc);
create index creative_reviews_owner on creative_reviews (owner_uid, status);
