-- Custom banners that an Advanced customer orders and staff design: one set of four formats an order.
create table banner_sets (
  id bigint generated always as identity primary key,
  owner_uid text not null references users (uid) on delete cascade,
  status text not null check (status in ('ordered', 'in_work', 'delivered', 'cancelled')),
  -- What the banners should say and show, in the customer's words.
  wishes text not null check (char_length(wishes) between 1 and 2000),
  price_micros bigint not null check (price_micros >= 0),
  currency text not null check (currency in ('CHF', 'EUR')),
  -- The order by invoice; null for the set that is included.
  order_id bigint references manual_invoices (id) on delete set null,
  creative_group_uuid uuid references creative_groups (uuid) on delete restrict,
  request_key text unique,
  ordered_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'delivered') = (creative_group_uuid is not null))
);
create index banner_sets_owner on banner_sets (owner_uid, id desc);
create index banner_sets_status on banner_sets (status, id desc);
-- One included set a customer, also where two orders come at once.
create unique index banner_sets_included on banner_sets (owner_uid) where price_micros = 0 and status <> 'cancelled';
