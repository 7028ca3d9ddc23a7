-- A user as the card processor knows it: whose saved cards those are, and which one is offered first. The cards themselves stay
-- with the processor.
create table card_customers (
  owner_uid text primary key,
  processor_id text not null unique,
  default_method text,
  created_at timestamptz not null
);
create index payments_of_owner_open on payments (owner_uid, created_at desc) where status in ('pending', 'failed');
