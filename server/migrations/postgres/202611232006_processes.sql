-- What each running process reported last, for the operators' status page. Ages are those at `seen_at`.
CREATE TABLE processes (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('api', 'ad_server')),
  version text NOT NULL,
  host text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  is_ready boolean NOT NULL,
  -- ahead of this database's clock, negative if behind
  clock_skew_ms bigint NOT NULL,
  -- ad servers only: since campaigns were last read
  snapshot_age_ms bigint,
  -- ad servers with a journal only: sealed segments that the API has not stored, and files that it could not read
  journal_events bigint,
  journal_bytes bigint,
  journal_oldest_age_ms bigint,
  journal_files_for_inspection bigint
);
