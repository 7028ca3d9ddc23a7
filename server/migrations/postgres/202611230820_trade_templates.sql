-- Standard templates by trade and season, in the five basic formats.
insert into creative_group_categories (name_en, name_de, position)
values ('Seasons and celebrations', 'Saison und Feste', 5);

with standard (uuid, category, name_en, name_de, template, position, purpose) as (values
  ('5a7f0000-0000-4000-8000-000000000009'::uuid, 3, 'Menu card', 'Speisekarte', 'menu', 9, 'A plate and a price for restaurants'),
  ('5a7f0000-0000-4000-8000-000000000010', 4, 'Blossom', 'Blüte', 'petals', 10, 'A photo in the shape of a flower, for florists and wellness'),
  ('5a7f0000-0000-4000-8000-000000000011', 4, 'Salon', 'Salon', 'stripes', 11, 'Turning stripes for hairdressers and barbers'),
  ('5a7f0000-0000-4000-8000-000000000012', 4, 'Cross', 'Kreuz', 'plus', 12, 'A cross for pharmacies, practices and care'),
  ('5a7f0000-0000-4000-8000-000000000013', 3, 'Workshop', 'Werkstatt', 'chevron', 13, 'Arrows and a price for garages and tire service'),
  ('5a7f0000-0000-4000-8000-000000000014', 2, 'Hanging sign', 'Aushängeschild', 'sign', 14, 'A sign with a price for homes and properties'),
  ('5a7f0000-0000-4000-8000-000000000015', 4, 'Momentum', 'Schwung', 'echo', 15, 'Bold and slanted for fitness and sports clubs'),
  ('5a7f0000-0000-4000-8000-000000000016', 1, 'Stage', 'Bühne', 'strips', 16, 'Text strips and a date for concerts and nights out'),
  ('5a7f0000-0000-4000-8000-000000000017', 3, 'Big number', 'Grosse Zahl', 'sale', 17, 'A huge number for fashion and clearance sales'),
  ('5a7f0000-0000-4000-8000-000000000018', 3, 'Device', 'Gerät', 'spec', 18, 'A product with its price tag, for electronics'),
  ('5a7f0000-0000-4000-8000-000000000019', 1, 'Notebook', 'Schulheft', 'notebook', 19, 'Squared paper and a date for schools and courses'),
  ('5a7f0000-0000-4000-8000-000000000020', 1, 'Name badge', 'Namensschild', 'badge', 20, 'A name badge for job advertisements'),
  ('5a7f0000-0000-4000-8000-000000000021', 4, 'Blueprint', 'Bauplan', 'plan', 21, 'A technical drawing for builders and craftspeople'),
  ('5a7f0000-0000-4000-8000-000000000022', 2, 'Awning', 'Markise', 'awning', 22, 'A shop window under an awning, for cafés and markets'),
  ('5a7f0000-0000-4000-8000-000000000023', 5, 'Christmas bauble', 'Christbaumkugel', 'bauble', 23, 'A photo in a bauble for Advent and Christmas'),
  ('5a7f0000-0000-4000-8000-000000000024', 5, 'Easter egg', 'Osterei', 'egg', 24, 'A photo in an egg for Easter and spring'),
  ('5a7f0000-0000-4000-8000-000000000025', 5, 'Summer sun', 'Sommersonne', 'sun', 25, 'A rising sun for summer and leisure'),
  ('5a7f0000-0000-4000-8000-000000000026', 5, 'Ribbon', 'Schleife', 'ribbon', 26, 'A bow and a date for openings and anniversaries')
), added as (
  insert into creative_groups (uuid, category_id, name_en, name_de, template, position)
  select s.uuid, c.id, s.name_en, s.name_de, s.template, s.position
  from standard s
  left join lateral (
    select id from creative_group_categories where position = s.category order by id limit 1
  ) c on true
  returning uuid
)
insert into creatives (uuid, creative_group_uuid, type, width, height, title, description)
select (left(s.uuid::text, 33) || f.number::text || right(s.uuid::text, 2))::uuid,
       s.uuid, 'html5', f.width, f.height, s.name_en, s.purpose
from standard s
join added on added.uuid = s.uuid
cross join (values (1, 994, 250), (2, 300, 600), (3, 160, 600), (4, 300, 250), (5, 728, 90)) f (number, width, height)
order by s.position, f.number;
