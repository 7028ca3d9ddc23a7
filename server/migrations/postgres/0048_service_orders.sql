-- Orders of work, not of budget: what is paid for them is revenue of services and never lies on a customer's account.
alter table manual_invoices add column service text check (service in ('banner_set')),
  add check (plan is null or service is null);
create index manual_invoices_invoice on manual_invoices (invoice_number) where invoice_number is not null;
alter table ledger_accounts drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee'));
