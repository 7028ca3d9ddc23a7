-- Bulk campaigns: one for several customers or branches. What all share is kept in a campaign that never runs, the pattern.
ALTER TABLE campaigns ADD COLUMN is_pattern boolean NOT NULL DEFAULT false;
ALTER TABLE campaigns ADD CONSTRAINT campaigns_pattern_stays_draft CHECK (NOT is_pattern OR status = 'DRAFT');

CREATE TABLE bulk_campaigns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pattern_id bigint NOT NULL UNIQUE REFERENCES campaigns (id),
  owner_uid text NOT NULL REFERENCES users (uid),
  -- In the order in which they were chosen; a customer without a wish gets the first.
  creative_groups uuid[] NOT NULL DEFAULT '{}',
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX bulk_campaigns_owner_created ON bulk_campaigns (owner_uid, created_at DESC, id DESC);
CREATE INDEX bulk_campaigns_created ON bulk_campaigns (created_at DESC, id DESC);

CREATE TABLE bulk_campaign_customers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bulk_campaign_id bigint NOT NULL REFERENCES bulk_campaigns (id) ON DELETE CASCADE,
  customer_uid text NOT NULL REFERENCES users (uid),
  -- Tells the branches of one customer apart.
  branch text NOT NULL DEFAULT '',
  position integer NOT NULL,
  -- That of the customer when the budget was entered.
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  budget_micros bigint CHECK (budget_micros >= 0),
  location jsonb,
  destination_url text,
  creative_group uuid,
  -- The campaign that was launched: at most one for each customer or branch.
  campaign_id bigint UNIQUE REFERENCES campaigns (id),
  launched_at timestamptz,
  -- Codes of what kept the last launch from starting it.
  refused text[] NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX bulk_campaign_customers_once ON bulk_campaign_customers (bulk_campaign_id, customer_uid, lower(branch));
CREATE INDEX bulk_campaign_customers_customer ON bulk_campaign_customers (customer_uid);
