-- The open orders of one customer are asked for before an account is closed.
CREATE INDEX manual_invoices_owner ON manual_invoices (owner_uid, status);
