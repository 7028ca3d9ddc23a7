-- A request keeps the command that it waits with, and says itself what it is about.
ALTER TABLE money_approvals
  DROP CONSTRAINT money_approvals_kind_check,
  ADD CONSTRAINT money_approvals_kind_check CHECK (kind IN ('credit', 'refund', 'plan', 'order')),
  ADD COLUMN command text,
  ADD COLUMN description text NOT NULL DEFAULT '';
UPDATE money_approvals SET
  command = CASE kind WHEN 'credit' THEN 'billing.make_transaction' ELSE 'billing.refund_transaction' END,
  description = coalesce(request ->> 'description', ''),
  request = CASE kind WHEN 'credit' THEN request || '{"source": "house"}' ELSE request END;
ALTER TABLE money_approvals ALTER COLUMN command SET NOT NULL;

-- Who approved an order, so that above the limit somebody else must set it to paid.
ALTER TABLE manual_invoices
  ADD COLUMN approved_by text,
  DROP CONSTRAINT manual_invoices_status_check,
  ADD CONSTRAINT manual_invoices_status_check
    CHECK (status IN ('new', 'approved', 'paid', 'rejected', 'cancelled'));

-- An order with an invoice is a business record: it is cancelled, never removed.
CREATE FUNCTION keep_invoiced_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % has the invoice % and cannot be deleted', OLD.id, OLD.invoice_number
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER manual_invoices_kept BEFORE DELETE ON manual_invoices
  FOR EACH ROW WHEN (OLD.invoice_number IS NOT NULL) EXECUTE FUNCTION keep_invoiced_orders();

-- What was credited or refunded on a day, for the limit.
CREATE INDEX ledger_entries_by_person ON ledger_entries (at) WHERE actor_uid IS NOT NULL
  AND kind IN ('manual', 'subsidy', 'plan', 'order', 'refund');
