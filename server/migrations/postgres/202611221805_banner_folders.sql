-- An uploaded banner is a folder: the document knows its own path in it, and the other files lie beside it.
ALTER TABLE ad_files ADD COLUMN page text;
CREATE TABLE ad_file_parts (
  document text NOT NULL REFERENCES ad_files (hash) ON DELETE CASCADE,
  path text NOT NULL,
  content_type text NOT NULL,
  -- Text files are stored as they are sent.
  is_gzipped boolean NOT NULL DEFAULT false,
  body bytea NOT NULL,
  PRIMARY KEY (document, path)
);

-- What the check of an uploaded banner found, without the language of its texts, and the test in a browser that follows.
CREATE TABLE banner_checks (
  document text PRIMARY KEY REFERENCES ad_files (hash) ON DELETE CASCADE,
  facts jsonb NOT NULL,
  browser text NOT NULL CHECK (browser IN ('off', 'waiting', 'done', 'failed')),
  run jsonb CHECK ((run IS NOT NULL) = (browser = 'done')),
  updated_at timestamptz NOT NULL
);
