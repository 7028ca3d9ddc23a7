-- The operator's settings: each change of a section is a new row, and the row with the highest version applies.
CREATE TABLE operator_settings (
  section text NOT NULL CHECK (section IN ('brand', 'prices', 'rates')),
  version integer NOT NULL CHECK (version > 0),
  -- in the format of the API
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  changed_at timestamptz NOT NULL,
  -- null: a job or the command line
  changed_by text,
  -- the job's name
  changed_by_job text,
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
  -- the version that this one repeats; 0 is the configuration
  restored_from integer CHECK (restored_from >= 0),
  PRIMARY KEY (section, version)
);
REVOKE UPDATE, DELETE, TRUNCATE ON operator_settings FROM litfass_app;

-- Images of the brand by the hash of their content: earlier versions keep theirs.
CREATE TABLE operator_images (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  body bytea NOT NULL CHECK (octet_length(body) <= 2097152),
  created_at timestamptz NOT NULL,
  created_by text
);
REVOKE UPDATE, DELETE, TRUNCATE ON operator_images FROM litfass_app;
