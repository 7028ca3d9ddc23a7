-- Whether panels, events, delivery's budgets and the ledger say the same: one row for each comparison.
CREATE TABLE tie_outs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_at timestamptz NOT NULL,
  campaigns integer NOT NULL,
  panels_micros bigint NOT NULL,
  events_micros bigint NOT NULL,
  budgets_micros bigint NOT NULL,
  ledger_micros bigint NOT NULL,
  -- Campaigns that differ, at most a hundred: { campaign_id, source, events_micros, found_micros }.
  differences jsonb NOT NULL
);
CREATE INDEX tie_outs_run ON tie_outs (run_at DESC);
