-- Of which campaigns' ends advertisers were told by mail, so that it is said once; an end that was moved is told anew.
create table campaign_reminders (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  end_on date not null,
  sent_at timestamptz not null,
  primary key (campaign_id, end_on)
);
