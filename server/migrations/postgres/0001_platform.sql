-- Answers of calls that move money, so that a repeated call gets the first answer instead of moving it twice.
create table idempotency_keys (
  caller_uid text not null,
  key text not null,
  endpoint text not null,
  request_hash text not null,
  -- null while the first call still runs
  status integer,
  answer jsonb,
  started_at timestamptz not null,
  primary key (caller_uid, key)
);
create index idempotency_keys_started_at on idempotency_keys (started_at);

-- Facts about this installation, like the moment its demo was filled in.
create table installation (
  key text primary key,
  value text not null,
  noted_at timestamptz not null default now()
);
