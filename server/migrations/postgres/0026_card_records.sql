-- What the card processor says that it moved, as far as it was asked. Compared with the ledger every day.
create table card_movements (
  -- the processor's number: of a payment (pi_…) or of a refund (re_…)
  id text primary key,
  kind text not null check (kind in ('payment', 'refund')),
  -- the payment that a refund takes back; null on a payment
  refund_of text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('CHF', 'EUR')),
  -- our number, as the processor was told it
  payment_id text,
  refund_id text,
  at timestamptz not null
);
create index card_movements_at on card_movements (at);

-- How far the processor was asked, and since when its money is compared: what an installation carried forward from
-- elsewhere lies before.
create table card_records (
  only_row boolean primary key default true check (only_row),
  asked_until timestamptz,
  compared_since timestamptz not null default '-infinity'
);
insert into card_records default values;

-- Money that goes back to a card. Written with the ledger's entry; the processor is asked afterwards, until it answers.
create table card_refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  entry_id bigint not null unique references ledger_entries (id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('CHF', 'EUR')),
  state text not null check (state in ('asked', 'done', 'refused')),
  processor_id text unique,
  failure text,
  asked_at timestamptz not null,
  answered_at timestamptz,
  constraint card_refund_answered check ((state = 'asked') = (answered_at is null))
);
create index card_refunds_asked on card_refunds (asked_at) where state = 'asked';
create index card_refunds_payment on card_refunds (payment_id);
create index payments_reference on payments (reference) where reference is not null;

-- The client's key: a call that is sent again after its process died finds what it began.
alter table payments add column request_key text unique;
alter table manual_invoices add column request_key text unique;
