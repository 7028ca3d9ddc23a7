-- Accounts have one of the currencies that the contract knows and the operator offers. The application checks the code;
-- tables only check its form, so that a further currency needs no migration.
ALTER TABLE users ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$');
COMMENT ON COLUMN users.currency IS 'Null: CHF without a country, in CH and in LI, else EUR';

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_currency_check,
  ADD CONSTRAINT ledger_accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE payments DROP CONSTRAINT payments_currency_check,
  ADD CONSTRAINT payments_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE invoices DROP CONSTRAINT invoices_currency_check,
  ADD CONSTRAINT invoices_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE manual_invoices DROP CONSTRAINT manual_invoices_currency_check,
  ADD CONSTRAINT manual_invoices_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE manager_ceilings DROP CONSTRAINT manager_ceilings_currency_check,
  ADD CONSTRAINT manager_ceilings_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE card_movements DROP CONSTRAINT card_movements_currency_check,
  ADD CONSTRAINT card_movements_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE card_refunds DROP CONSTRAINT card_refunds_currency_check,
  ADD CONSTRAINT card_refunds_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE money_approvals DROP CONSTRAINT money_approvals_currency_check,
  ADD CONSTRAINT money_approvals_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE campaigns DROP CONSTRAINT campaigns_currency_check,
  ADD CONSTRAINT campaigns_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE banner_sets DROP CONSTRAINT banner_sets_currency_check,
  ADD CONSTRAINT banner_sets_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE bulk_campaign_customers DROP CONSTRAINT bulk_campaign_customers_currency_check,
  ADD CONSTRAINT bulk_campaign_customers_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE exchange_invoice_postings DROP CONSTRAINT exchange_invoice_postings_currency_check,
  ADD CONSTRAINT exchange_invoice_postings_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE publishers DROP CONSTRAINT publishers_currency_check,
  ADD CONSTRAINT publishers_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE publisher_payments DROP CONSTRAINT publisher_payments_currency_check,
  ADD CONSTRAINT publisher_payments_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE publisher_statements DROP CONSTRAINT publisher_statements_currency_check,
  ADD CONSTRAINT publisher_statements_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE promotion_codes DROP CONSTRAINT promotion_codes_currency_check,
  ADD CONSTRAINT promotion_codes_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE customer_prices DROP CONSTRAINT customer_prices_currency_check,
  ADD CONSTRAINT customer_prices_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
