-- Card payments. Money moves only when one becomes `succeeded`, in the same transaction.
create table payments (
  id uuid primary key,
  owner_uid text not null,
  kind text not null check (kind in ('card', 'package')),
  plan text check (plan in ('starter', 'standard', 'advanced')),
  currency text not null check (currency in ('CHF', 'EUR')),
  amount_micros bigint not null check (amount_micros > 0),
  vat_micros bigint not null check (vat_micros >= 0),
  status text not null check (status in ('pending', 'succeeded', 'failed', 'refunded')),
  -- the processor's numbers: of the checkout and of the payment itself
  checkout_id text unique,
  reference text,
  checkout_url text,
  failure_code text,
  entry_id bigint references ledger_entries (id),
  invoice_number text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint package_has_plan check ((kind = 'package') = (plan is not null)),
  constraint succeeded_is_booked check (status not in ('succeeded', 'refunded') or entry_id is not null)
);
create index payments_owner on payments (owner_uid, created_at desc);
create index payments_pending on payments (created_at) where status = 'pending';

-- Events of the card processor that were applied: each counts once, in whatever order they come.
create table card_events (
  id text primary key,
  type text not null,
  applied_at timestamptz not null
);

-- The next number of a year is taken by an update of this row in the issuing transaction: no gap, no double.
create table invoice_counters (
  year integer primary key,
  last integer not null
);

-- Issued invoices and credit notes never change.
create table invoices (
  number text primary key,
  year integer not null,
  sequence integer not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  owner_uid text not null,
  currency text not null check (currency in ('CHF', 'EUR')),
  net_micros bigint not null,
  vat_micros bigint not null,
  gross_micros bigint not null,
  -- hundredths of a percent: 8.1% is 810
  vat_rate integer not null,
  -- the subject in both languages, for lists and search
  name_en text not null,
  name_de text not null,
  paid_by text not null check (paid_by in ('card', 'order', 'balance')),
  language text not null check (language in ('en', 'de')),
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  corrects text references invoices (number),
  issued_at timestamptz not null,
  due_on date,
  unique (year, sequence),
  constraint invoice_sums check (net_micros + vat_micros = gross_micros)
);
create index invoices_owner on invoices (owner_uid, issued_at desc);
create index invoices_issued_at on invoices (issued_at desc);
revoke update, delete, truncate on invoices from litfass_app;

-- What became of an invoice is told beside it.
create table invoice_states (
  number text primary key references invoices (number),
  status text not null check (status in ('open', 'paid', 'credited')),
  at timestamptz not null
);

create table manual_invoices (
  id bigint generated always as identity primary key,
  owner_uid text not null,
  plan text check (plan in ('starter', 'standard', 'advanced')),
  description text not null,
  amount_micros bigint not null check (amount_micros > 0),
  currency text not null check (currency in ('CHF', 'EUR')),
  status text not null check (status in ('new', 'approved', 'paid', 'rejected')),
  note text,
  invoice_number text references invoices (number),
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index manual_invoices_created on manual_invoices (created_at desc);

create table subscriptions (
  owner_uid text primary key,
  plan text not null check (plan in ('starter', 'standard', 'advanced')),
  started_at timestamptz not null,
  end_at timestamptz not null
);

-- Every booking of a plan; the key (a payment, an order, a call) makes a repetition harmless.
create table plan_bookings (
  key text primary key,
  owner_uid text not null,
  plan text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  booked_at timestamptz not null
);
create index plan_bookings_owner on plan_bookings (owner_uid, booked_at desc);
revoke update, delete, truncate on plan_bookings from litfass_app;

-- The most that an account manager's own balance may be lifted to by credits.
create table manager_ceilings (
  owner_uid text primary key,
  currency text not null check (currency in ('CHF', 'EUR')),
  ceiling_micros bigint not null check (ceiling_micros >= 0),
  set_by text not null,
  set_at timestamptz not null
);
