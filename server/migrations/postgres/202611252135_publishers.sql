-- Publishers who sell their own ad space by the ad tag. Each belongs to a user, who has at most one.
CREATE TABLE publishers (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  owner_uid text NOT NULL UNIQUE REFERENCES users (uid),
  name text NOT NULL CHECK (name <> ''),
  state text NOT NULL CHECK (state IN ('active', 'suspended')),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  -- the account in sellers.json and in ads.txt files
  seller_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
CREATE INDEX publishers_by_name ON publishers (lower(name), id);
CREATE INDEX publishers_by_age ON publishers (created_at DESC, id DESC);

-- The part of a charge that belongs to the publisher, from the beginning of a day on.
CREATE TABLE publisher_shares (
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  from_on date NOT NULL,
  percent numeric(5, 2) NOT NULL CHECK (percent BETWEEN 0 AND 100),
  changed_at timestamptz NOT NULL,
  changed_by text,
  PRIMARY KEY (publisher_id, from_on)
);

-- Sites and apps that publishers claim.
CREATE TABLE publisher_sites (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  kind text NOT NULL CHECK (kind IN ('site', 'app')),
  -- the host of a site, the bundle of an app
  name text NOT NULL CHECK (name <> ''),
  -- whose ads.txt or app-ads.txt proves the claim
  domain text NOT NULL CHECK (domain <> ''),
  state text NOT NULL CHECK (state IN ('pending', 'verified', 'failed', 'lost')),
  reason text CHECK (reason IN ('no_proof', 'unreachable', 'taken')),
  -- for people: a status or the reason of a failed connection
  detail text NOT NULL DEFAULT '',
  -- failed checks in a row
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  checked_at timestamptz,
  -- the last check that found the proof
  verified_at timestamptz,
  next_check_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- a withdrawn claim stays for the figures of its placements
  removed_at timestamptz,
  UNIQUE (publisher_id, kind, name)
);
CREATE UNIQUE INDEX publisher_sites_one_owner ON publisher_sites (kind, name) WHERE state = 'verified' AND removed_at IS NULL;
CREATE INDEX publisher_sites_due ON publisher_sites (next_check_at) WHERE removed_at IS NULL;

CREATE TABLE placements (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  site_id bigint NOT NULL REFERENCES publisher_sites (id),
  name text NOT NULL CHECK (name <> ''),
  sizes text[] NOT NULL CHECK (cardinality(sizes) > 0),
  -- per thousand, in minor units of the publisher's currency
  floor_minor integer NOT NULL CHECK (floor_minor >= 0),
  allowed_categories text[] NOT NULL,
  blocked_categories text[] NOT NULL,
  blocked_advertisers text[] NOT NULL,
  refresh_seconds integer CHECK (refresh_seconds >= 30),
  state text NOT NULL CHECK (state IN ('active', 'paused', 'archived')),
  -- the fallback ad: its image among the ad files, its size, link and alternative text
  fallback_hash text,
  fallback_width integer,
  fallback_height integer,
  fallback_link text,
  fallback_alt text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nulls(fallback_hash, fallback_width, fallback_height, fallback_link, fallback_alt) IN (0, 5))
);
CREATE INDEX placements_of_publisher ON placements (publisher_id, id DESC);
CREATE INDEX placements_of_site ON placements (site_id);

-- Placements as ad servers serve them, published in the transaction of each change.
CREATE TABLE placement_snapshots (
  placement_id bigint PRIMARY KEY REFERENCES placements (id),
  is_live boolean NOT NULL,
  snapshot jsonb NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX placement_snapshots_by_change ON placement_snapshots (changed_at);

-- Requests of the ad tag for each placement, all ad servers together, by hour of UTC: how many got an ad or a fallback ad.
CREATE TABLE placement_traffic (
  hour_at timestamptz NOT NULL,
  placement_id bigint NOT NULL,
  requests bigint NOT NULL,
  ads bigint NOT NULL,
  fallback_ads bigint NOT NULL,
  PRIMARY KEY (placement_id, hour_at)
) WITH (fillfactor = 70);
