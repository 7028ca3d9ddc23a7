-- Who is paid for a publisher, and to which account.
CREATE TABLE publisher_payees (
  publisher_id bigint PRIMARY KEY REFERENCES publishers (id),
  payee jsonb NOT NULL,
  changed_at timestamptz NOT NULL
);

-- Payments of credit notes, each by one file for the bank.
CREATE TABLE publisher_payments (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  message_id text NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('created', 'paid', 'canceled')),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  statements integer NOT NULL CHECK (statements > 0),
  total_micros bigint NOT NULL CHECK (total_micros > 0),
  execute_on date NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text,
  closed_at timestamptz,
  closed_by text,
  CHECK ((state = 'created') = (closed_at IS NULL))
);
CREATE INDEX publisher_payments_by_age ON publisher_payments (created_at DESC, id DESC);

-- What a publisher earned by the end of a month and no earlier statement covers. Its approval issues the credit note.
CREATE TABLE publisher_statements (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  month text NOT NULL CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  state text NOT NULL CHECK (state IN ('open', 'approved', 'paid')),
  -- what was accrued in the ledger, and the whole minor units of it that are paid
  accrued_micros bigint NOT NULL CHECK (accrued_micros > 0),
  net_micros bigint NOT NULL CHECK (net_micros > 0),
  -- impressions and share by placement
  lines jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- from the approval on: the credit note
  year integer,
  sequence integer CHECK (sequence > 0),
  -- hundredths of a percent
  vat_rate integer CHECK (vat_rate >= 0),
  vat_micros bigint CHECK (vat_micros >= 0),
  payee jsonb,
  payer jsonb,
  approved_at timestamptz,
  approved_by text,
  payment_id bigint REFERENCES publisher_payments (id),
  paid_at timestamptz,
  UNIQUE (publisher_id, month, currency),
  UNIQUE (year, sequence),
  CHECK (num_nulls(year, sequence, vat_rate, vat_micros, payee, payer, approved_at) IN (0, 7)),
  CHECK ((state = 'open') = (approved_at IS NULL)),
  CHECK (state <> 'paid' OR (paid_at IS NOT NULL AND payment_id IS NOT NULL)),
  CHECK (state <> 'open' OR payment_id IS NULL)
);
CREATE INDEX publisher_statements_listed ON publisher_statements ((state <> 'open'), month DESC, id DESC);
CREATE INDEX publisher_statements_of_payment ON publisher_statements (payment_id) WHERE payment_id IS NOT NULL;
REVOKE DELETE, TRUNCATE ON publisher_statements, publisher_payments FROM litfass_app;

-- A credit note never changes, not even by the owner of the tables; only its payment is recorded.
CREATE FUNCTION credit_notes_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.publisher_id, OLD.month, OLD.currency, OLD.accrued_micros, OLD.net_micros, OLD.lines, OLD.year,
      OLD.sequence, OLD.vat_rate, OLD.vat_micros, OLD.payee, OLD.payer, OLD.approved_at, OLD.approved_by)
    IS NOT DISTINCT FROM (NEW.publisher_id, NEW.month, NEW.currency, NEW.accrued_micros, NEW.net_micros, NEW.lines, NEW.year,
      NEW.sequence, NEW.vat_rate, NEW.vat_micros, NEW.payee, NEW.payer, NEW.approved_at, NEW.approved_by) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an issued credit note never changes' USING ERRCODE = 'LG004';
END $$;
CREATE TRIGGER credit_notes_never_change BEFORE UPDATE OR DELETE ON publisher_statements
  FOR EACH ROW WHEN (OLD.approved_at IS NOT NULL) EXECUTE FUNCTION credit_notes_never_change();

ALTER TABLE money_approvals
  DROP CONSTRAINT money_approvals_kind_check,
  ADD CONSTRAINT money_approvals_kind_check CHECK (kind IN ('credit', 'refund', 'plan', 'order', 'media', 'publisher'));
