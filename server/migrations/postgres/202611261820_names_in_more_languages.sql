-- Names of groups and categories in languages besides English and German, by language code.
ALTER TABLE creative_group_categories
  ADD COLUMN name_translations jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(name_translations) = 'object');
ALTER TABLE creative_groups
  ADD COLUMN name_translations jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(name_translations) = 'object');

-- The standard categories, unless staff renamed them.
UPDATE creative_group_categories c
SET name_translations = jsonb_build_object('fr', s.fr, 'it', s.it)
FROM (VALUES
  ('Announcements', 'Ankündigungen', 'Annonces', 'Annunci'),
  ('Places and travel', 'Orte und Reisen', 'Lieux et voyages', 'Luoghi e viaggi'),
  ('Products and offers', 'Produkte und Angebote', 'Produits et offres', 'Prodotti e offerte'),
  ('Services', 'Dienstleistungen', 'Services', 'Servizi'),
  ('Seasons and celebrations', 'Saison und Feste', 'Saisons et fêtes', 'Stagioni e feste')
) AS s (en, de, fr, it)
WHERE c.name_en = s.en AND c.name_de = s.de;

-- Groups of uploaded banners.
UPDATE creative_groups
SET name_translations = '{"fr": "Propres bannières", "it": "Banner propri"}'
WHERE owner_uid IS NOT NULL AND name_en = 'Own banners';
