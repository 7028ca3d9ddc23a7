-- Named lists of domains of a user, chosen by campaigns as whitelist or blocklist.
create table domain_lists (
  id bigint generated always as identity primary key,
  owner_uid text not null references users (uid),
  kind text not null check (kind in ('whitelist', 'blocklist')),
  name text not null check (char_length(name) between 1 and 80),
  domains text[] not null check (cardinality(domains) between 1 and 5000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index domain_lists_name on domain_lists (owner_uid, kind, lower(name));

-- Groups of people that third parties know by the segments of ad requests.
create table audiences (
  id bigint generated always as identity primary key,
  provider text not null check (char_length(provider) between 1 and 80),
  name text not null check (char_length(name) between 1 and 120),
  size bigint not null check (size >= 0),
  segment_ids text[] not null check (cardinality(segment_ids) between 1 and 50),
  updated_at timestamptz not null,
  unique (provider, name)
);
create index audiences_size on audiences (size desc, id);

-- Who changed what on a campaign: written in the transaction of the change.
create table campaign_changes (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  at timestamptz not null,
  by_uid text references users (uid),
  action text not null,
  fields jsonb not null
);
create index campaign_changes_of_campaign on campaign_changes (campaign_id, id desc);

-- Settings to begin a campaign with, and who may.
create table campaign_templates (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 100),
  settings jsonb not null,
  created_by text references users (uid),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index campaign_templates_created on campaign_templates (created_at desc, id desc);
create table campaign_template_users (
  template_id bigint not null references campaign_templates (id) on delete cascade,
  user_uid text not null references users (uid),
  primary key (template_id, user_uid)
);
create index campaign_template_users_of_user on campaign_template_users (user_uid, template_id);

-- The last good items of a campaign's feed, and what the last look at it said.
create table campaign_feeds (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  url text not null,
  items jsonb not null default '[]',
  problem text,
  checked_at timestamptz not null,
  good_at timestamptz
);

-- Which running campaigns chose a list or an audience.
create index campaigns_whitelists on campaigns using gin ((targeting -> 'whitelists'));
create index campaigns_blocklists on campaigns using gin ((targeting -> 'blocklists'));
create index campaigns_audiences on campaigns using gin ((targeting -> 'audiences'));
