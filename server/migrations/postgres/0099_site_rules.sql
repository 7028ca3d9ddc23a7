-- Lists that grow from a campaign's report: sites allowed and blocked there, of that campaign alone.
ALTER TABLE domain_lists ADD COLUMN campaign_id bigint REFERENCES campaigns (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX domain_lists_campaign ON domain_lists (campaign_id, kind) WHERE campaign_id IS NOT NULL;
