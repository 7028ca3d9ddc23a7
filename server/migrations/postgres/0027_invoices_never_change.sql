-- What is issued stays, also against the owner of the tables; what became of an invoice is told beside it.
create function invoices_never_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice never changes' using errcode = 'LG004';
end $$;
create trigger invoices_never_change before update or delete or truncate on invoices
  for each statement execute function invoices_never_change();
