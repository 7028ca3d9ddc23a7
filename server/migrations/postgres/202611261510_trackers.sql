-- Pixels and verification scripts of third parties: a campaign's present ones, and those that were submitted for review.
ALTER TABLE campaigns
  ADD COLUMN impression_trackers text[] NOT NULL DEFAULT '{}' CHECK (cardinality(impression_trackers) <= 5),
  ADD COLUMN verification_scripts text[] NOT NULL DEFAULT '{}' CHECK (cardinality(verification_scripts) <= 2);
ALTER TABLE creative_reviews
  ADD COLUMN impression_trackers text[] NOT NULL DEFAULT '{}',
  ADD COLUMN verification_scripts text[] NOT NULL DEFAULT '{}';
