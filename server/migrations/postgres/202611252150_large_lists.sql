-- Lists of an installation with a hundred thousand campaigns: each page, count and search from an index.

-- One status of all customers' campaigns, newest first, and how many there are of each status.
create index campaigns_listed_status on campaigns (status, created_at desc, id desc) where not is_pattern;
-- What a campaign spent is read from its reservations and releases, not from all movements of its owner.
create index ledger_entries_of_reservation on ledger_entries (((details ->> 'campaign')::bigint))
  where kind in ('reservation', 'release');
create index users_created on users (created_at desc, uid);
-- Invoices by customer.
create index users_listed_name on users (lower(coalesce(nullif(company_name, ''), full_name)));
create index invoice_states_status on invoice_states (status);

-- Searches by a part of a name, where the extension is available: PostgreSQL has it, some distributions package it apart.
do $$
begin
  create extension if not exists pg_trgm;
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise notice 'pg_trgm is not available: searches read whole tables';
  return;
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index campaigns_name_parts on campaigns using gin (name gin_trgm_ops);
    create index users_name_parts on users using gin (full_name gin_trgm_ops, company_name gin_trgm_ops,
      email gin_trgm_ops, (coalesce(nullif(company_name, ''), full_name)) gin_trgm_ops);
    create index invoices_name_parts on invoices using gin (number gin_trgm_ops, name_en gin_trgm_ops, name_de gin_trgm_ops);
  end if;
end $$;
