-- Impressions of which it is known whether they were viewable. Until now every impression counted as measured.
ALTER TABLE placement_visibility ADD COLUMN measured bigint NOT NULL DEFAULT 0;
ALTER TABLE campaign_visibility ADD COLUMN measured bigint NOT NULL DEFAULT 0;
UPDATE placement_visibility SET measured = impressions;
UPDATE campaign_visibility SET measured = impressions;

-- What the guarantee was settled on; measured impressions alone do not say how much could not be measured.
ALTER TABLE guarantee_reviews ADD COLUMN impressions bigint;
UPDATE guarantee_reviews SET impressions = measured_impressions;
ALTER TABLE guarantee_reviews ALTER COLUMN impressions SET NOT NULL;
