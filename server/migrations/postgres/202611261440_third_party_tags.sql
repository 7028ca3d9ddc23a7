-- The document of a third-party tag: served with its macros filled, and a policy of the operator's third-party hosts.
ALTER TABLE ad_files ADD COLUMN is_third_party boolean NOT NULL DEFAULT false;
