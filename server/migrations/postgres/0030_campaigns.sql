-- Campaigns: what an advertiser chose. Review and delivery states are derived, never stored here.
create table campaigns (
  id bigint generated always as identity primary key,
  owner_uid text not null references users (uid),
  name text not null check (char_length(name) between 1 and 100),
  type text not null default 'display' check (type in ('display', 'video')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED', 'ENDED')),
  categories text[] not null default '{}',
  language text check (language ~ '^[a-z]{2}$'),
  strategy text not null default 'awareness' check (strategy in ('awareness', 'performance')),
  pacing text not null default 'even' check (pacing in ('even', 'ahead')),
  performance_goal text not null default 'CPM' check (performance_goal = 'CPM'),
  targeting jsonb not null default '{}',
  feed_url text,
  currency text not null check (currency in ('CHF', 'EUR')),
  total_budget_micros bigint check (total_budget_micros >= 0),
  start_on date,
  end_on date,
  time_zone text not null default 'Europe/Zurich',
  destination_url text,
  creative_group uuid,
  version bigint not null default 1,
  activated_at timestamptz,
  ended_at timestamptz,
  -- When what was left of the reservation went back: once no delivery process can charge any more.
  settled_at timestamptz,
  ended_reason text check (ended_reason in ('period', 'budget', 'by_hand')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (end_on is null or start_on is null or start_on <= end_on),
  check (status in ('DRAFT', 'ARCHIVED') or (total_budget_micros > 0 and start_on is not null and end_on is not null))
);

-- The list of one owner, newest first, and the same by name; the running ones by their end for the closing job.
create index campaigns_owner_created on campaigns (owner_uid, created_at desc, id desc);
create index campaigns_owner_name on campaigns (owner_uid, lower(name));
create index campaigns_created on campaigns (created_at desc, id desc);
create index campaigns_unsettled on campaigns (ended_at) where ended_at is not null and settled_at is null;
create index campaigns_running_end on campaigns (end_on) where status in ('ACTIVE', 'PAUSED');
