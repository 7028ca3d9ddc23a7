-- VAST tags of other ad servers as the video of video campaigns, each with the answer of its last successful check.
CREATE TABLE vast_tags (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  -- the video as a creative: in snapshots, events and reports
  creative_uuid uuid NOT NULL UNIQUE,
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2100),
  duration_seconds integer NOT NULL CHECK (duration_seconds > 0),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- contract/src/creatives/vast-tags.ts
  answer jsonb NOT NULL,
  -- why the last check failed, as a message with its value; '' if it did not
  problem text NOT NULL DEFAULT '',
  problem_value text NOT NULL DEFAULT '',
  failures integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX vast_tags_due ON vast_tags (next_at);
