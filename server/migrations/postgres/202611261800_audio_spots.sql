-- Audio campaigns, and the spot of each. It is measured and encoded while it is uploaded, so there is no queue; its files
-- are ad files, and its companion banners are the campaign's chosen creatives.
ALTER TABLE campaigns
  DROP CONSTRAINT campaigns_type_check,
  ADD CONSTRAINT campaigns_type_check CHECK (type IN ('display', 'video', 'audio'));

CREATE TABLE audio_spots (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  -- the spot as a creative: in snapshots, events and reports
  creative_uuid uuid NOT NULL UNIQUE,
  source_file text NOT NULL CHECK (char_length(source_file) BETWEEN 1 AND 200),
  source_type text NOT NULL CHECK (source_type IN ('mp3', 'm4a', 'aac', 'ogg', 'wav')),
  source_bytes integer NOT NULL CHECK (source_bytes > 0),
  source_kbps integer CHECK (source_kbps > 0),
  -- in LUFS (EBU R 128), as uploaded and as played
  source_loudness double precision NOT NULL,
  loudness double precision NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  -- peaks from 0 to 100
  waveform smallint[] NOT NULL,
  -- [{"name": "128.mp3", "type": "audio/mpeg", "kbps": 128, "bytes": 1, "hash": "…"}]
  files jsonb NOT NULL,
  transcript text NOT NULL DEFAULT '' CHECK (char_length(transcript) <= 1200),
  created_at timestamptz NOT NULL
);
