-- When counting began within the first hour: what became of the bids is compared from there on.
ALTER TABLE campaign_funnel ADD COLUMN first_at timestamptz NOT NULL DEFAULT now();
