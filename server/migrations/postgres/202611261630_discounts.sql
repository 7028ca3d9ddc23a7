-- What is sold below its list price. The buyer gets budget of the list price: the difference is a discount of the operator.
ALTER TABLE payments
  ADD COLUMN discount_micros bigint NOT NULL DEFAULT 0 CHECK (discount_micros >= 0),
  -- why, as printed on the invoice
  ADD COLUMN discount_terms jsonb,
  ADD CONSTRAINT payments_discount_has_terms CHECK ((discount_micros > 0) = (discount_terms IS NOT NULL));
ALTER TABLE manual_invoices
  ADD COLUMN discount_micros bigint NOT NULL DEFAULT 0 CHECK (discount_micros >= 0),
  ADD COLUMN discount_terms jsonb,
  ADD CONSTRAINT orders_discount_has_terms CHECK ((discount_micros > 0) = (discount_terms IS NOT NULL));

-- Discounts agreed with one customer. Their terms never change; a mistake is ended and replaced.
CREATE TABLE customer_prices (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  owner_uid text NOT NULL,
  -- hundredths of a percent
  cpm_percent integer NOT NULL CHECK (cpm_percent BETWEEN 0 AND 9000),
  plan_percent integer NOT NULL CHECK (plan_percent BETWEEN 0 AND 9000),
  -- days in Zurich, both inclusive
  first_on date NOT NULL,
  last_on date NOT NULL,
  reason text NOT NULL,
  -- what the discount is worth to the customer by estimate, for the limit of one person
  value_micros bigint NOT NULL CHECK (value_micros >= 0),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  -- the second person, above the limit
  approved_by text CHECK (approved_by <> created_by),
  ended_at timestamptz,
  ended_by text,
  CHECK (first_on <= last_on),
  CHECK (cpm_percent + plan_percent > 0)
);
CREATE INDEX customer_prices_of_owner ON customer_prices (owner_uid, created_at DESC, id DESC);

REVOKE UPDATE, DELETE, TRUNCATE ON customer_prices FROM litfass_app;
GRANT UPDATE (ended_at, ended_by) ON customer_prices TO litfass_app;

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee', 'promotion', 'discount', 'media_cost',
    'media_payable', 'media_invoiced'));

-- Approving a customer's prices books nothing; what is sold at them does.
ALTER TABLE money_approvals
  DROP CONSTRAINT money_approvals_kind_check,
  ADD CONSTRAINT money_approvals_kind_check
    CHECK (kind IN ('credit', 'refund', 'plan', 'order', 'media', 'publisher', 'promotion', 'price')),
  DROP CONSTRAINT approval_is_booked,
  ADD CONSTRAINT approval_is_booked
    CHECK ((state = 'approved' AND kind NOT IN ('promotion', 'price')) = (entry_id IS NOT NULL));
