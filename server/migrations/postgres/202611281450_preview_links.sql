-- Links to a page with a campaign's ads that opens without signing in. One per campaign; the address is signed by the
-- link's id, so that another id ends the earlier address.
CREATE TABLE preview_links (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
);
