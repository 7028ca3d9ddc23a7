-- Names of apps, as bid requests told them last; reports show them instead of bundle ids.
CREATE TABLE app_names (
  bundle text PRIMARY KEY CHECK (length(bundle) BETWEEN 1 AND 300),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100)
);
