-- Calls for ads of an ad server that does not run at the moment. It counts them when it is back, within an hour.
CREATE TABLE deferred_ad_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  process text NOT NULL,
  call jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deferred_ad_calls_process ON deferred_ad_calls (process, id);
CREATE INDEX deferred_ad_calls_received ON deferred_ad_calls (received_at);
-- Where other ad servers reach a process; empty for those of earlier versions.
ALTER TABLE delivery_processes ADD COLUMN internal_url text NOT NULL DEFAULT '';
