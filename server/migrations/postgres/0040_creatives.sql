-- Banner templates, the values that campaigns fill into them, and the pictures that were uploaded for it.
create table creative_group_categories (
  id bigint generated always as identity primary key,
  name_en text not null check (char_length(name_en) between 1 and 100),
  name_de text not null check (char_length(name_de) between 1 and 100),
  position integer not null default 0
);

create table creative_groups (
  uuid uuid primary key,
  category_id bigint references creative_group_categories (id),
  name_en text not null check (char_length(name_en) between 1 and 100),
  name_de text not null check (char_length(name_de) between 1 and 100),
  -- name of a standard template; null where the creatives are uploaded files
  template text,
  preview text,
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index creative_groups_category on creative_groups (category_id);

create table creatives (
  uuid uuid primary key,
  id bigint generated always as identity unique,
  creative_group_uuid uuid references creative_groups (uuid) on delete set null,
  type text not null check (type in ('image', 'html5')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  title text not null default '' check (char_length(title) <= 30),
  description text not null default '' check (char_length(description) <= 90),
  background_color text check (background_color ~ '^#[0-9a-fA-F]{6}$'),
  button_color text check (button_color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One creative per format in a group.
create unique index creatives_group_format on creatives (creative_group_uuid, width, height);

create table creative_items (
  id bigint generated always as identity primary key,
  creative_uuid uuid not null references creatives (uuid) on delete cascade,
  kind text not null check (kind in ('logo', 'image', 'video', 'html')),
  -- key in the file store
  file text not null,
  width integer,
  height integer,
  position integer not null default 0
);
create index creative_items_creative on creative_items (creative_uuid, position);

-- Which creatives a campaign shows, and the published file of each since the campaign runs.
create table campaign_creatives (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  creative_uuid uuid not null references creatives (uuid),
  file_hash text,
  primary key (campaign_id, creative_uuid)
);
create index campaign_creatives_creative on campaign_creatives (creative_uuid);

-- Uploaded pictures as they go into the banners: re-encoded, small enough to travel inside a banner.
create table campaign_images (
  uuid uuid primary key,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  kind text not null check (kind in ('logo', 'image')),
  name text not null,
  content_type text not null check (content_type in ('image/webp', 'image/png')),
  width integer not null,
  height integer not null,
  tones text[] not null default '{}',
  body bytea not null check (octet_length(body) <= 65536),
  created_at timestamptz not null
);
create index campaign_images_campaign on campaign_images (campaign_id, created_at);

-- What was filled in, once for all formats and kept when the template changes. A colour that is null is the template's own.
create table campaign_fillings (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  title text not null default '' check (char_length(title) <= 30),
  description text not null default '' check (char_length(description) <= 90),
  button_text text not null default '' check (char_length(button_text) <= 28),
  background_color text check (background_color ~ '^#[0-9a-fA-F]{6}$'),
  button_color text check (button_color ~ '^#[0-9a-fA-F]{6}$'),
  logo_image uuid references campaign_images (uuid) on delete set null,
  -- [{"uuid": …, "focus": {"x": 0.5, "y": 0.5}}]
  images jsonb not null default '[]',
  lang text not null check (lang in ('en', 'de')),
  updated_at timestamptz not null
);

-- Favourites of a user; the chosen six have a position.
create table favourite_groups (
  user_uid text not null references users (uid) on delete cascade,
  creative_group_uuid uuid not null references creative_groups (uuid) on delete cascade,
  position integer check (position between 1 and 6),
  created_at timestamptz not null default now(),
  primary key (user_uid, creative_group_uuid),
  unique (user_uid, position)
);
create index favourite_groups_group on favourite_groups (creative_group_uuid);

-- The standard templates, in the five basic formats.
insert into creative_group_categories (name_en, name_de, position) values
  ('Announcements', 'Ankündigungen', 1),
  ('Places and travel', 'Orte und Reisen', 2),
  ('Products and offers', 'Produkte und Angebote', 3),
  ('Services', 'Dienstleistungen', 4);

with standard (uuid, category, name_en, name_de, template, position, purpose) as (values
  ('5a7f0000-0000-4000-8000-000000000001'::uuid, 1, 'Poster', 'Plakat', 'poster', 1, 'Large words for a cause, a campaign or an opening'),
  ('5a7f0000-0000-4000-8000-000000000002'::uuid, 2, 'Panorama', 'Panorama', 'panorama', 2, 'A wide picture for hotels, travel and restaurants'),
  ('5a7f0000-0000-4000-8000-000000000003'::uuid, 3, 'Cut-out', 'Freisteller', 'cutout', 3, 'One product in front of a plain ground'),
  ('5a7f0000-0000-4000-8000-000000000004'::uuid, 4, 'Split', 'Zweiteilung', 'split', 4, 'Picture and colour side by side'),
  ('5a7f0000-0000-4000-8000-000000000005'::uuid, 3, 'Offer', 'Angebot', 'offer', 5, 'The price in a star, for shops and sales'),
  ('5a7f0000-0000-4000-8000-000000000006'::uuid, 1, 'Date', 'Termin', 'date', 6, 'A ticket with the day of an event'),
  ('5a7f0000-0000-4000-8000-000000000007'::uuid, 4, 'Voice', 'Stimme', 'voice', 7, 'One sentence and a face'),
  ('5a7f0000-0000-4000-8000-000000000008'::uuid, 4, 'Signet', 'Signet', 'signet', 8, 'The logo, large, in a fine frame')
), added as (
  insert into creative_groups (uuid, category_id, name_en, name_de, template, position)
  select s.uuid, c.id, s.name_en, s.name_de, s.template, s.position
  from standard s join creative_group_categories c on c.position = s.category
  returning uuid
)
insert into creatives (uuid, creative_group_uuid, type, width, height, title, description)
select (left(s.uuid::text, 33) || lpad(f.number::text, 1) || right(s.uuid::text, 2))::uuid,
       s.uuid, 'html5', f.width, f.height, s.name_en, s.purpose
from standard s
join added on added.uuid = s.uuid
cross join (values (1, 994, 250), (2, 300, 600), (3, 160, 600), (4, 300, 250), (5, 728, 90)) f (number, width, height)
order by s.position, f.number;
