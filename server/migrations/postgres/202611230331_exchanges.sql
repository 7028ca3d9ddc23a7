-- Exchanges as staff configured them. A row replaces the exchange of the same name in the configuration.
CREATE TABLE exchanges (
  name text PRIMARY KEY CHECK (name ~ '^[a-z0-9_-]{1,40}$' AND name NOT IN ('tag', 'preview')),
  version integer NOT NULL CHECK (version > 0),
  is_enabled boolean NOT NULL,
  -- in the format of the API
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  -- encrypted with a key derived from the signing secret
  secret_sealed text,
  price_keys_sealed text,
  changed_at timestamptz NOT NULL,
  -- null: the command line
  changed_by text
);

-- Bid requests, bids and win notices of each exchange, all ad servers together, by hour of UTC.
CREATE TABLE exchange_traffic (
  hour_at timestamptz NOT NULL,
  exchange text NOT NULL,
  requests bigint NOT NULL,
  bids bigint NOT NULL,
  wins bigint NOT NULL,
  PRIMARY KEY (exchange, hour_at)
) WITH (fillfactor = 70);
