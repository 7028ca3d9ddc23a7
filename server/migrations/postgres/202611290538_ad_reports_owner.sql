-- Reported ads of one customer, in both orders of the queue.
create index ad_reports_owner_waiting on ad_reports (owner_uid, created_at, id) where status in ('open', 'asked');
create index ad_reports_owner_decided on ad_reports (owner_uid, decided_at desc, id desc) where decided_at is not null;
