-- What a campaign's owner was told by mail, so that it is told once, also after a crash.
create table campaign_notices (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  kind text not null check (kind in ('first_impressions', 'nearly_spent')),
  -- the budget that it is about: a raised one is told again; empty for first impressions
  about text not null default '',
  sent_at timestamptz not null,
  primary key (campaign_id, kind, about)
);
-- Campaigns that ran before are not announced as new.
insert into campaign_notices (campaign_id, kind, sent_at)
  select id, 'first_impressions', now() from campaigns where activated_at is not null;

-- A weekly summary that the owner did not order, sent only while a campaign runs.
alter table report_mails add column is_automatic boolean not null default false;
-- Who was given the weekly summary once: after unsubscribing it is not started again.
create table weekly_summaries (
  owner_uid text primary key,
  started_at timestamptz not null
);
