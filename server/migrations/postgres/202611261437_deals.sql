-- Deals that the operator has agreed at an exchange, or with publishers for their placements here.
CREATE TABLE deals (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  version integer NOT NULL CHECK (version > 0),
  -- the exchange that sends it in bid requests; "tag": the placements in deal_placements
  exchange text NOT NULL CHECK (exchange <> ''),
  -- as bid requests name it
  deal_id text NOT NULL CHECK (deal_id <> ''),
  name text NOT NULL CHECK (name <> ''),
  price_kind text NOT NULL CHECK (price_kind IN ('floor', 'fixed')),
  -- for a thousand impressions
  price_micros bigint NOT NULL CHECK (price_micros >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- whole days in the account's time zone
  start_on date,
  end_on date,
  status text NOT NULL CHECK (status IN ('active', 'ended')),
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text,
  UNIQUE (exchange, deal_id),
  CHECK (price_kind = 'floor' OR price_micros > 0),
  CHECK (end_on >= start_on)
);
CREATE INDEX deals_by_name ON deals (lower(name), id);
CREATE INDEX deals_by_age ON deals (created_at DESC, id DESC);

CREATE TABLE deal_placements (
  deal_id bigint NOT NULL REFERENCES deals (id),
  placement_id bigint NOT NULL REFERENCES placements (id),
  PRIMARY KEY (deal_id, placement_id)
);

-- The accounts that may use a deal; without any, all may.
CREATE TABLE deal_accounts (
  deal_id bigint NOT NULL REFERENCES deals (id),
  user_uid text NOT NULL REFERENCES users (uid),
  PRIMARY KEY (deal_id, user_uid)
);
CREATE INDEX deal_accounts_of_user ON deal_accounts (user_uid);

-- Chances of a campaign that buys only through deals, of which the slot has none; from samples, like `seller`.
ALTER TABLE campaign_funnel ADD COLUMN no_deal bigint NOT NULL DEFAULT 0;
