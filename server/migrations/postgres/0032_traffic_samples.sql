-- A sample of what exchanges asked for, one row for each process and hour: what forecasts are computed from. Visitors
-- stand in it by their pseudonyms; rows go after eight days.
create table traffic_samples (
  process text not null,
  since_at timestamptz not null,
  until_at timestamptz not null,
  seen bigint not null check (seen >= 0),
  bids bigint not null check (bids >= 0),
  wins bigint not null check (wins >= 0),
  requests jsonb not null,
  primary key (process, since_at)
);
create index traffic_samples_until on traffic_samples (until_at);
