-- What a check of a running campaign found, as the code of a message with its value, so that everyone reads it in
-- their language. `note` is the reviewer's.
ALTER TABLE creative_reviews
  ADD COLUMN cause jsonb CHECK (cause ? 'code' AND cause ? 'value');
UPDATE creative_reviews
SET cause = jsonb_build_object(
  'code', CASE WHEN note LIKE '% → %' THEN 'landing.moved' ELSE 'landing.listed' END,
  'value', note
), note = NULL
WHERE status = 'pending' AND kind = 'change' AND note ~ '^\S+( → \S+)?$';
