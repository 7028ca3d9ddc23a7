-- What happened with an exchange's requests and notices apart from bids, by hour of UTC, all ad servers together.
CREATE TABLE exchange_occurrences (
  hour_at timestamptz NOT NULL,
  exchange text NOT NULL,
  -- a reason for no bid, or a fault of a request or notice
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  occurrences bigint NOT NULL,
  PRIMARY KEY (exchange, hour_at, kind)
) WITH (fillfactor = 70);
