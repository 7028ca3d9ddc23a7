-- Visitors who opted out on the ads origin, by the pseudonym under which exchanges or the own cookie would recognize
-- them. Stored as long as the cookie that records the choice, so that it is also honored where the cookie is not sent.
create table visitor_opt_outs (
  visitor_key text primary key,
  opted_out_at timestamptz not null default now()
);
create index visitor_opt_outs_time on visitor_opt_outs (opted_out_at);
