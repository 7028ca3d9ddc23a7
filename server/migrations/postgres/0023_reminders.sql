-- What a user was reminded of by mail, so that it is said once: of the end of a package, of little budget left in it.
create table billing_reminders (
  owner_uid text not null,
  kind text not null check (kind in ('near_end', 'low_balance')),
  -- the end of the package that it is about: a prolonged one is reminded of anew
  end_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (owner_uid, kind, end_at)
);
create index subscriptions_end on subscriptions (end_at);
