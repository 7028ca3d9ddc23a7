-- Templates in sizes beyond the basic set. `additional` is null for the creatives that a group always offers; withdrawn
-- sizes stay with the campaigns that use them.
ALTER TABLE creatives ADD COLUMN additional text CHECK (additional IN ('offered', 'withdrawn'));

INSERT INTO creatives (uuid, creative_group_uuid, type, width, height, title, description, additional)
SELECT gen_random_uuid(), g.uuid, 'html5', f.width, f.height, b.title, b.description, 'offered'
FROM creative_groups g
CROSS JOIN LATERAL (
  SELECT count(*) AS count, min(c.title) AS title, min(c.description) AS description
  FROM creatives c
  WHERE c.creative_group_uuid = g.uuid
    AND (c.width, c.height) IN ((994, 250), (300, 600), (160, 600), (300, 250), (728, 90))
) b
CROSS JOIN (VALUES (1, 320, 50), (2, 320, 100), (3, 300, 50), (4, 970, 250), (5, 970, 90), (6, 468, 60), (7, 336, 280),
  (8, 120, 600), (9, 250, 250)) f (number, width, height)
WHERE b.count = 5 AND (g.template IS NOT NULL OR g.markup IS NOT NULL)
ORDER BY g.position, g.uuid, f.number
ON CONFLICT (creative_group_uuid, width, height) DO NOTHING;
