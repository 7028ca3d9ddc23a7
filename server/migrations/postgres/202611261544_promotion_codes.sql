-- Codes that give budget to customers. Their terms never change; a mistake is ended and replaced.
CREATE TABLE promotion_codes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{8,20}$'),
  -- what each redemption credits
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  -- days in Zurich, both inclusive
  first_on date NOT NULL,
  last_on date NOT NULL,
  max_redemptions integer NOT NULL CHECK (max_redemptions > 0),
  -- counted under the lock of this row, so that the limit is exact
  redemptions integer NOT NULL DEFAULT 0,
  -- only customers who have paid nothing yet, or who have paid at least this without VAT
  new_customers_only boolean NOT NULL,
  min_paid_micros bigint CHECK (min_paid_micros > 0),
  note text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'ended')),
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  -- the second person, above the limit
  approved_by text CHECK (approved_by <> created_by),
  ended_at timestamptz,
  ended_by text,
  CHECK (first_on <= last_on),
  CHECK (redemptions BETWEEN 0 AND max_redemptions),
  CHECK (NOT new_customers_only OR min_paid_micros IS NULL),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE INDEX promotion_codes_listed ON promotion_codes (created_at DESC, id DESC);
CREATE INDEX promotion_codes_by_creator ON promotion_codes (created_by, created_at);

CREATE TABLE promotion_redemptions (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  code_id bigint NOT NULL REFERENCES promotion_codes (id),
  owner_uid text NOT NULL,
  entry_id bigint NOT NULL UNIQUE REFERENCES ledger_entries (id),
  redeemed_at timestamptz NOT NULL,
  CONSTRAINT promotion_once_per_customer UNIQUE (code_id, owner_uid)
);
CREATE INDEX promotion_redemptions_listed ON promotion_redemptions (code_id, redeemed_at DESC, id DESC);

REVOKE UPDATE, DELETE, TRUNCATE ON promotion_codes, promotion_redemptions FROM litfass_app;
GRANT UPDATE (redemptions, state, ended_at, ended_by) ON promotion_codes TO litfass_app;

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee', 'promotion', 'media_cost', 'media_payable',
    'media_invoiced'));

-- Approving a code books nothing; its redemptions do.
ALTER TABLE money_approvals
  DROP CONSTRAINT money_approvals_kind_check,
  ADD CONSTRAINT money_approvals_kind_check
    CHECK (kind IN ('credit', 'refund', 'plan', 'order', 'media', 'publisher', 'promotion')),
  DROP CONSTRAINT approval_is_booked,
  ADD CONSTRAINT approval_is_booked
    CHECK ((state = 'approved' AND kind <> 'promotion') = (entry_id IS NOT NULL));
