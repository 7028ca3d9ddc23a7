-- What an advertiser's banners begin with: taken over from a campaign, given to every new one.
alter table campaign_fillings add column font text check (font in ('Archivo', 'Figtree', 'Fraunces', 'Jost'));
create table brand_kits (
  owner_uid text primary key references users (uid) on delete cascade,
  background_color text check (background_color ~ '^#[0-9a-fA-F]{6}$'),
  button_color text check (button_color ~ '^#[0-9a-fA-F]{6}$'),
  font text check (font in ('Archivo', 'Figtree', 'Fraunces', 'Jost')),
  -- The logo as it goes into banners, like a campaign's own; null where the kit has none.
  logo_name text,
  logo_type text check (logo_type in ('image/webp', 'image/png')),
  logo_width integer,
  logo_height integer,
  logo_tones text[] not null default '{}',
  logo_body bytea check (octet_length(logo_body) <= 65536),
  updated_at timestamptz not null,
  check ((logo_body is null) = (logo_type is null) and (logo_body is null) = (logo_width is null)
    and (logo_body is null) = (logo_height is null))
);
