-- What an account advertises: its new campaigns start with it. Null until it is declared or its first campaign starts.
ALTER TABLE users ADD COLUMN line_of_business text;
-- Accounts with a started campaign have what their first one advertised.
UPDATE users SET line_of_business = started.line_of_business
FROM (
  SELECT DISTINCT ON (owner_uid) owner_uid, line_of_business FROM campaigns
  WHERE activated_at IS NOT NULL AND line_of_business IS NOT NULL ORDER BY owner_uid, activated_at, id
) started
WHERE users.uid = started.owner_uid AND users.role IN ('customer', 'advanced_advertiser');
