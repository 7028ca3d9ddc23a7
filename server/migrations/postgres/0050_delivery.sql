-- What delivery processes read and the money they may spend. Amounts are micros.

-- The newest published state of each campaign. A withdrawn one stays readable: clicks on ads already shown still
-- need its destination.
CREATE TABLE campaign_snapshots (
  campaign_id bigint PRIMARY KEY,
  version bigint NOT NULL,
  is_live boolean NOT NULL,
  payload jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX campaign_snapshots_live ON campaign_snapshots (campaign_id) WHERE is_live;

-- Banner documents, images and videos as they are served, by the hash of their content.
CREATE TABLE ad_files (
  hash text PRIMARY KEY,
  content_type text NOT NULL,
  body bytea NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);

-- spent + leased never passes the budget: this check is the last word, whatever the processes do.
CREATE TABLE campaign_budgets (
  campaign_id bigint PRIMARY KEY,
  budget_micros bigint NOT NULL CHECK (budget_micros >= 0),
  leased_micros bigint NOT NULL DEFAULT 0 CHECK (leased_micros >= 0),
  spent_micros bigint NOT NULL DEFAULT 0 CHECK (spent_micros >= 0),
  -- What a whole day takes if the days left share the rest alike; fixed at publication.
  even_day_micros bigint NOT NULL,
  -- Granted for the newest day so far, returned parts taken off.
  day_on date,
  day_granted_micros bigint NOT NULL DEFAULT 0,
  CHECK (spent_micros + leased_micros <= budget_micros)
);

-- A part of a budget that one process may charge on one day. Open ones hold granted - consumed of the budget.
CREATE TABLE leases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  campaign_id bigint NOT NULL REFERENCES campaign_budgets (campaign_id),
  process text NOT NULL,
  day_on date NOT NULL,
  granted_micros bigint NOT NULL CHECK (granted_micros >= 0),
  consumed_micros bigint NOT NULL DEFAULT 0 CHECK (consumed_micros >= 0),
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK (consumed_micros <= granted_micros)
);
CREATE UNIQUE INDEX leases_open ON leases (campaign_id, process, day_on) WHERE closed_at IS NULL;
CREATE INDEX leases_expiry ON leases (expires_at) WHERE closed_at IS NULL;

CREATE TABLE delivery_processes (
  process text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- The control loop's adjustments, one row a minute: at most 150 of them make one row.
CREATE TABLE campaign_adjustments (
  campaign_id bigint NOT NULL,
  process text NOT NULL,
  minute_at timestamptz NOT NULL,
  adjustments integer NOT NULL,
  participation_before double precision NOT NULL,
  participation_after double precision NOT NULL,
  price_factor_before double precision NOT NULL,
  price_factor_after double precision NOT NULL,
  reasons jsonb NOT NULL,
  PRIMARY KEY (campaign_id, minute_at, process)
);

-- What delivery must still know after a restart.
CREATE TABLE placement_visibility (
  placement text PRIMARY KEY,
  impressions bigint NOT NULL,
  viewable bigint NOT NULL
);
CREATE TABLE campaign_visibility (
  campaign_id bigint PRIMARY KEY,
  impressions bigint NOT NULL,
  viewable bigint NOT NULL
);
CREATE TABLE frequency_counts (
  campaign_id bigint NOT NULL,
  visitor_key text NOT NULL,
  impressions integer NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (campaign_id, visitor_key)
);
CREATE INDEX frequency_counts_changed ON frequency_counts (changed_at);
CREATE TABLE visitor_contacts (
  visitor_key text NOT NULL,
  owner_uid text NOT NULL,
  met_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (visitor_key, owner_uid)
);
CREATE INDEX visitor_contacts_met ON visitor_contacts (met_at);
