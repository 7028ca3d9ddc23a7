-- The transfer of one credit note in the file of a payment. A credit note whose transfer came back gets another one.
CREATE TABLE publisher_payouts (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  payment_id bigint NOT NULL REFERENCES publisher_payments (id),
  statement_id bigint NOT NULL REFERENCES publisher_statements (id),
  -- as the file names it: no other transfer has these
  instruction_id text NOT NULL UNIQUE,
  end_to_end_id text NOT NULL UNIQUE,
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  -- to whom and to which account
  payee jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('in_payment', 'executed', 'returned', 'rejected', 'canceled')),
  -- the value date of the debit; the bank's entry is missing if a person marked the payment as paid
  executed_on date,
  executed_entry_id bigint,
  -- of the credit, or of the bank's report that it was rejected
  returned_on date,
  returned_entry_id bigint,
  -- an ISO 20022 reason code and the bank's own words
  reason_code text,
  reason_text text,
  created_at timestamptz NOT NULL,
  CHECK ((state IN ('executed', 'returned')) = (executed_on IS NOT NULL)),
  CHECK ((state IN ('returned', 'rejected')) = (returned_on IS NOT NULL)),
  CHECK (executed_entry_id IS NULL OR executed_on IS NOT NULL),
  CHECK (returned_entry_id IS NULL OR returned_on IS NOT NULL)
);
CREATE UNIQUE INDEX publisher_payouts_one_per_statement ON publisher_payouts (statement_id)
  WHERE state IN ('in_payment', 'executed');
CREATE INDEX publisher_payouts_of_statement ON publisher_payouts (statement_id, id DESC);
CREATE INDEX publisher_payouts_of_payment ON publisher_payouts (payment_id, id);
CREATE INDEX publisher_payouts_in_transit ON publisher_payouts (created_at) WHERE state = 'in_payment';
CREATE INDEX publisher_payouts_returned ON publisher_payouts ((payee ->> 'iban')) WHERE state IN ('returned', 'rejected');

-- A payout is executed once and returned once, whoever asks for it: its state only goes forward.
CREATE FUNCTION payouts_go_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.payment_id, OLD.statement_id, OLD.instruction_id, OLD.end_to_end_id, OLD.amount_micros, OLD.payee)
    IS NOT DISTINCT FROM (NEW.payment_id, NEW.statement_id, NEW.instruction_id, NEW.end_to_end_id, NEW.amount_micros, NEW.payee)
    AND (OLD.state = NEW.state AND OLD.executed_on IS NOT DISTINCT FROM NEW.executed_on
        AND OLD.returned_on IS NOT DISTINCT FROM NEW.returned_on
      OR OLD.state = 'in_payment' AND NEW.state IN ('executed', 'rejected', 'canceled')
      OR OLD.state = 'executed' AND NEW.state = 'returned') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a payout only goes forward' USING ERRCODE = 'LG005';
END $$;
CREATE TRIGGER payouts_go_forward BEFORE UPDATE ON publisher_payouts
  FOR EACH ROW EXECUTE FUNCTION payouts_go_forward();
REVOKE DELETE, TRUNCATE ON publisher_payouts FROM litfass_app;

-- Publishers who are not paid until their account changed or staff released them.
CREATE TABLE publisher_payout_blocks (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  payout_id bigint NOT NULL UNIQUE REFERENCES publisher_payouts (id),
  blocked_at timestamptz NOT NULL,
  released_at timestamptz,
  -- null: the publisher's account changed
  released_by text,
  CHECK (released_by IS NULL OR released_at IS NOT NULL)
);
CREATE UNIQUE INDEX publisher_payout_blocks_now ON publisher_payout_blocks (publisher_id) WHERE released_at IS NULL;
REVOKE DELETE, TRUNCATE ON publisher_payout_blocks FROM litfass_app;

ALTER TABLE publisher_payments
  -- the account that the file debits; null in earlier payments
  ADD COLUMN debit_iban text,
  DROP CONSTRAINT publisher_payments_state_check,
  ADD CONSTRAINT publisher_payments_state_check CHECK (state IN ('created', 'paid', 'rejected', 'canceled'));
-- The minimum that applied when it was issued; null in earlier statements.
ALTER TABLE publisher_statements ADD COLUMN minimum_micros bigint CHECK (minimum_micros >= 0);

-- The transfers of earlier payments, numbered as in their files.
INSERT INTO publisher_payouts (payment_id, statement_id, instruction_id, end_to_end_id, amount_micros, payee, state, executed_on,
    created_at)
  SELECT p.id, s.id, p.message_id || '-' || row_number() OVER (PARTITION BY p.id ORDER BY s.id),
    'GS-' || s.year || '-' || lpad(s.sequence::text, 5, '0'), s.net_micros + s.vat_micros, s.payee,
    CASE s.state WHEN 'paid' THEN 'executed' ELSE 'in_payment' END,
    CASE s.state WHEN 'paid' THEN (s.paid_at AT TIME ZONE 'Europe/Zurich')::date END, p.created_at
  FROM publisher_statements s JOIN publisher_payments p ON p.id = s.payment_id
  ORDER BY p.id, s.id;

-- What a payment's file transfers is neither owed nor gone from the bank.
ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee', 'promotion', 'discount', 'media_cost',
    'media_payable', 'media_invoiced', 'payouts_in_transit'));
SELECT ledger_post('payout:' || o.id || ':ordered', 'publisher_order', NULL, o.end_to_end_id,
    jsonb_build_object('exchange', 'publisher:' || b.seller_id, 'payment', p.message_id), NULL, NULL, now(),
    jsonb_build_array(
      jsonb_build_object('kind', 'media_invoiced', 'owner', NULL, 'campaign', NULL, 'exchange', 'publisher:' || b.seller_id,
        'currency', p.currency, 'amount', (-o.amount_micros)::text),
      jsonb_build_object('kind', 'payouts_in_transit', 'owner', NULL, 'campaign', NULL, 'currency', p.currency,
        'amount', o.amount_micros::text)))
  FROM publisher_payouts o JOIN publisher_payments p ON p.id = o.payment_id
    JOIN publisher_statements s ON s.id = o.statement_id JOIN publishers b ON b.id = s.publisher_id
  WHERE o.state = 'in_payment'
  ORDER BY o.id;

-- Files of the bank: statements (camt.053), notifications (camt.054) and reports on payment files (pain.002).
CREATE TABLE bank_files (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  -- SHA-256 of the content
  content_hash text NOT NULL UNIQUE CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  message text NOT NULL CHECK (message IN ('camt.053', 'camt.054', 'pain.002')),
  version text NOT NULL CHECK (version ~ '^[0-9]{2}$'),
  account text,
  size_bytes integer NOT NULL CHECK (size_bytes > 0),
  imported_at timestamptz NOT NULL,
  imported_by text
);
CREATE INDEX bank_files_listed ON bank_files (imported_at DESC, id DESC);

-- What the bank booked or reported, each once however many files have it.
CREATE TABLE bank_entries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- what identifies it in every file
  key text NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 500),
  -- the booking to which it belongs: one booking of several transfers has several entries
  booking_key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('debit', 'credit', 'status')),
  -- one entry for a whole booking, whose transfers the file does not list
  is_summary boolean NOT NULL,
  account text,
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  amount_micros bigint NOT NULL CHECK (amount_micros >= 0),
  -- what was to be transferred, if the account has another currency
  instructed_currency text CHECK (instructed_currency ~ '^[A-Z]{3}$'),
  instructed_micros bigint CHECK (instructed_micros >= 0),
  booked_on date NOT NULL,
  value_on date NOT NULL,
  bank_reference text,
  message_id text,
  payment_information_id text,
  instruction_id text,
  end_to_end_id text,
  -- of the payer or the payee
  party_name text,
  party_iban text,
  -- a QR reference or a creditor reference (ISO 11649)
  reference text,
  text text,
  return_code text,
  return_text text,
  -- of a credit: it may be a transfer that came back; of a debit: a credit was taken back
  is_return boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('matched', 'returned', 'suggestion', 'unknown', 'done')),
  reason text,
  -- the payout or the customer's order that it is about
  payout_id bigint REFERENCES publisher_payouts (id),
  order_id bigint,
  decided_at timestamptz,
  decided_by text,
  note text,
  CHECK (state NOT IN ('unknown') OR reason IS NOT NULL),
  CHECK (state <> 'suggestion' OR num_nonnulls(payout_id, order_id) = 1)
);
CREATE INDEX bank_entries_listed ON bank_entries (booked_on DESC, id DESC);
CREATE INDEX bank_entries_by_booking ON bank_entries (booking_key);
CREATE INDEX bank_entries_to_check ON bank_entries (booked_on)
  WHERE state = 'suggestion' OR (state = 'unknown' AND reason <> 'no_match');

CREATE TABLE bank_file_entries (
  file_id bigint NOT NULL REFERENCES bank_files (id),
  position integer NOT NULL,
  entry_id bigint NOT NULL REFERENCES bank_entries (id),
  -- an earlier file had it, or an earlier position of this one
  is_repeated boolean NOT NULL,
  PRIMARY KEY (file_id, position)
);
CREATE INDEX bank_file_entries_of_entry ON bank_file_entries (entry_id);

REVOKE UPDATE, DELETE, TRUNCATE ON bank_files, bank_file_entries FROM litfass_app;
REVOKE UPDATE, DELETE, TRUNCATE ON bank_entries FROM litfass_app;
GRANT UPDATE (state, reason, payout_id, order_id, decided_at, decided_by, note) ON bank_entries TO litfass_app;

ALTER TABLE publisher_payouts
  ADD FOREIGN KEY (executed_entry_id) REFERENCES bank_entries (id),
  ADD FOREIGN KEY (returned_entry_id) REFERENCES bank_entries (id);
CREATE INDEX publisher_payouts_executed_by ON publisher_payouts (executed_entry_id) WHERE executed_entry_id IS NOT NULL;
CREATE INDEX publisher_payouts_returned_by ON publisher_payouts (returned_entry_id) WHERE returned_entry_id IS NOT NULL;
