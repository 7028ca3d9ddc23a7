-- Invoices of exchanges, as imported. A correction is a new revision that supersedes the one before it.
CREATE TABLE exchange_invoices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  exchange text NOT NULL,
  month text NOT NULL CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  revision integer NOT NULL CHECK (revision > 0),
  state text NOT NULL CHECK (state IN ('open', 'accepted', 'superseded')),
  source text NOT NULL CHECK (source IN ('csv', 'report')),
  -- of the lines: the same content is imported once
  fingerprint text NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  imported_at timestamptz NOT NULL,
  imported_by text,
  accepted_at timestamptz,
  accepted_by text,
  -- the result at the acceptance, which later notices do not change
  result jsonb,
  UNIQUE (exchange, month, revision),
  CHECK ((accepted_at IS NOT NULL) = (result IS NOT NULL)),
  CHECK (state <> 'accepted' OR accepted_at IS NOT NULL)
);
CREATE UNIQUE INDEX exchange_invoices_current ON exchange_invoices (exchange, month) WHERE state <> 'superseded';
CREATE INDEX exchange_invoices_listed ON exchange_invoices (month DESC, id DESC);

CREATE TABLE exchange_invoice_lines (
  invoice_id bigint NOT NULL REFERENCES exchange_invoices (id),
  position integer NOT NULL,
  day text NOT NULL,
  currency text NOT NULL,
  site text NOT NULL,
  campaign text NOT NULL,
  impressions bigint NOT NULL CHECK (impressions >= 0),
  media_micros bigint NOT NULL CHECK (media_micros >= 0),
  fee_micros bigint NOT NULL CHECK (fee_micros >= 0),
  deduction_micros bigint NOT NULL CHECK (deduction_micros >= 0),
  total_micros bigint NOT NULL,
  PRIMARY KEY (invoice_id, position)
);

-- What an accepted invoice stands for in the ledger, by currency of the accounts. A correction books the difference.
CREATE TABLE exchange_invoice_postings (
  invoice_id bigint NOT NULL REFERENCES exchange_invoices (id),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  accrued_micros bigint NOT NULL,
  payable_micros bigint NOT NULL,
  PRIMARY KEY (invoice_id, currency)
);
REVOKE DELETE, TRUNCATE ON exchange_invoices FROM litfass_app;
REVOKE UPDATE, DELETE, TRUNCATE ON exchange_invoice_lines, exchange_invoice_postings FROM litfass_app;

-- What is payable by an accepted invoice, per exchange.
ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee', 'media_cost', 'media_payable',
    'media_invoiced')),
  DROP CONSTRAINT ledger_exchange_by_kind,
  ADD CONSTRAINT ledger_exchange_by_kind CHECK ((exchange IS NOT NULL) = (kind IN ('media_payable', 'media_invoiced')));

ALTER TABLE money_approvals
  DROP CONSTRAINT money_approvals_kind_check,
  ADD CONSTRAINT money_approvals_kind_check CHECK (kind IN ('credit', 'refund', 'plan', 'order', 'media'));
