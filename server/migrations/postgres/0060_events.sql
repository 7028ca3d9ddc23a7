-- Batches of ad events that the intake has met. A batch counts (its spend is settled) at the moment applied_at is set.
create table event_batches (
  process text not null,
  first_sequence bigint not null,
  events integer not null check (events > 0),
  charge_micros bigint not null check (charge_micros >= 0),
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (process, first_sequence)
);
create index event_batches_by_received_at on event_batches (received_at);
