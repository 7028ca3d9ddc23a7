-- Impressions that were charged and whose price nobody could be asked for: the house's loss, by batch and campaign.
create table spend_losses (
  batch text not null,
  campaign_id bigint not null,
  -- beyond the budget: the lease was given back, and the rest is used up
  beyond_budget_micros bigint not null check (beyond_budget_micros >= 0),
  -- beyond the reservation: it was given back to the customer
  beyond_reservation_micros bigint not null check (beyond_reservation_micros >= 0),
  at timestamptz not null,
  primary key (batch, campaign_id)
);
create index spend_losses_campaign on spend_losses (campaign_id);
revoke update, delete, truncate on spend_losses from litfass_app;

-- Daily proofs that the books agree with everything else that counts money. What a proof found never changes.
create table proofs (
  id bigint generated always as identity primary key,
  ran_at timestamptz not null,
  -- who asked; null for the daily job
  asked_by text,
  is_equal boolean not null,
  -- [{check, currency, unit, left, right, rows, more}]; figures as text
  checks jsonb not null
);
create index proofs_ran_at on proofs (ran_at desc);
revoke update, delete, truncate on proofs from litfass_app;

create index ledger_entries_invoice on ledger_entries ((details ->> 'invoice')) where details ? 'invoice';
create index ledger_entries_at on ledger_entries (at);
