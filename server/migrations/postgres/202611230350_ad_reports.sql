-- Ads that visitors reported from the page behind an ad's label. The address is only for the answer and is deleted
-- with the report's retention; a report outlives its campaign's draft state but not the campaign.
create table ad_reports (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  owner_uid text not null,
  creative_uuid text not null,
  format text not null,
  site text not null,
  shown_at timestamptz not null,
  reason text not null check (reason in
    ('misleading', 'illegal', 'offensive', 'minors', 'rights', 'unlabeled', 'disruptive', 'other')),
  message text not null,
  email text,
  lang text not null,
  status text not null default 'open' check (status in ('open', 'asked', 'dismissed', 'restricted')),
  note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((status in ('dismissed', 'restricted')) = (decided_at is not null and decided_by is not null))
);
create index ad_reports_waiting on ad_reports (created_at, id) where status in ('open', 'asked');
create index ad_reports_decided on ad_reports (decided_at desc, id desc) where decided_at is not null;
create index ad_reports_campaign on ad_reports (campaign_id);
