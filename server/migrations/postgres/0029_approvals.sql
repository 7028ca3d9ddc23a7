-- Campaigns that were over and were looked at for the visibility guarantee, once each, and what was credited.
create table guarantee_reviews (
  campaign_id bigint primary key,
  measured_impressions bigint not null,
  viewable_impressions bigint not null,
  credit_micros bigint not null check (credit_micros >= 0),
  reviewed_at timestamptz not null
);
revoke update, delete, truncate on guarantee_reviews from litfass_app;

-- Credits and refunds above the limit: one person asks, another one decides.
create table money_approvals (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('credit', 'refund')),
  -- the customer whose money it is
  owner_uid text not null,
  currency text not null check (currency in ('CHF', 'EUR')),
  amount_micros bigint not null check (amount_micros > 0),
  -- what the call asked for, as it will be carried out
  request jsonb not null,
  request_key text not null unique,
  state text not null check (state in ('pending', 'approved', 'rejected')),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  entry_id bigint references ledger_entries (id),
  constraint approval_is_decided check ((state = 'pending') = (decided_by is null)),
  constraint approval_by_another check (decided_by <> requested_by),
  constraint approval_is_booked check ((state = 'approved') = (entry_id is not null))
);
create index money_approvals_listed on money_approvals (requested_at desc);
create index money_approvals_pending on money_approvals (requested_at) where state = 'pending';
revoke delete, truncate on money_approvals from litfass_app;
