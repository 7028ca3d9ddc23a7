-- The staff's work list counts the orders that wait, oldest first.
create index manual_invoices_waiting on manual_invoices (created_at) where status = 'new';
