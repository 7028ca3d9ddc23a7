-- Who asks exchanges' bidders for ads in the name of which site or app, and whether that site says they may.
CREATE TABLE sellers (
  site_kind text NOT NULL CHECK (site_kind IN ('site', 'app')),
  -- Domain or bundle, as requests name it.
  site text NOT NULL,
  -- Of a site its own domain, of an app the developer's; root is the registered one, where the publisher's file stands.
  domain text NOT NULL,
  root text NOT NULL,
  system text NOT NULL,
  seller_id text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  verdict text CHECK (verdict IN ('direct', 'reseller', 'unauthorised', 'unknown')),
  reason text,
  judged_at timestamptz,
  PRIMARY KEY (site_kind, site, domain, system, seller_id)
);
CREATE INDEX sellers_seen ON sellers (seen_at DESC);
CREATE INDEX sellers_judged ON sellers (judged_at);
CREATE INDEX sellers_root ON sellers (root);
CREATE INDEX sellers_unjudged ON sellers (seen_at) WHERE judged_at IS NULL;
CREATE INDEX sellers_system ON sellers (system);

-- ads.txt, app-ads.txt and sellers.json as they were last read.
CREATE TABLE seller_files (
  kind text NOT NULL CHECK (kind IN ('ads.txt', 'app-ads.txt', 'sellers.json')),
  domain text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('read', 'absent', 'failed')),
  -- What went wrong, for people.
  detail text NOT NULL DEFAULT '',
  -- What it says, parsed; kept for a week over failures.
  content jsonb,
  read_at timestamptz,
  tried_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, domain)
);

-- What staff decided of sellers that are not authorised. One row.
CREATE TABLE seller_policy (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  refuses_unauthorised boolean NOT NULL DEFAULT true,
  refuses_broken_chains boolean NOT NULL DEFAULT true,
  refuses_incomplete_chains boolean NOT NULL DEFAULT false,
  changed_at timestamptz,
  changed_by text
);
INSERT INTO seller_policy DEFAULT VALUES;

-- Chances that ended because the request's seller was refused.
ALTER TABLE campaign_funnel ADD COLUMN seller bigint NOT NULL DEFAULT 0;
