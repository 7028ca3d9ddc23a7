-- What banks deduct from a payout that comes back: the operator's cost, because the publisher is owed the whole amount.
ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('available', 'reserved', 'card_clearing', 'bank', 'revenue',
    'services', 'vat', 'manual_credit', 'subsidy', 'plan_credit', 'guarantee', 'promotion', 'discount', 'media_cost',
    'media_payable', 'media_invoiced', 'payouts_in_transit', 'bank_charges'));

-- The charges that the bank's file states, in the entry's currency.
ALTER TABLE bank_entries ADD COLUMN charges_micros bigint CHECK (charges_micros >= 0);
