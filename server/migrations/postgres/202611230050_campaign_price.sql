-- The price of a thousand impressions at which a campaign was started, in minor units of its currency: a later price list
-- does not change it. Null before the start.
ALTER TABLE campaigns ADD COLUMN cpm_minor integer CHECK (cpm_minor > 0);
-- Until now there was one price.
UPDATE campaigns SET cpm_minor = 2500 WHERE activated_at IS NOT NULL;
