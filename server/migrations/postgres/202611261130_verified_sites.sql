-- The verified sites of active publishers as ad servers know them, published in the transaction of each change.
CREATE TABLE publisher_site_snapshots (
  site_id bigint PRIMARY KEY REFERENCES publisher_sites (id),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  host text NOT NULL,
  is_live boolean NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX publisher_site_snapshots_by_change ON publisher_site_snapshots (changed_at);
INSERT INTO publisher_site_snapshots (site_id, publisher_id, host, is_live, changed_at)
SELECT s.id, s.publisher_id, s.name, s.state = 'verified' AND s.removed_at IS NULL AND p.state = 'active', now()
FROM publisher_sites s JOIN publishers p ON p.id = s.publisher_id WHERE s.kind = 'site';

-- sellers.json lists a confidential publisher without its name and domain.
ALTER TABLE publishers ADD COLUMN is_confidential boolean NOT NULL DEFAULT false;
