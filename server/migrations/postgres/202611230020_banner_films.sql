-- A video is converted for players, or into one small silent film that a banner shows instead of a photo.
alter table videos add column purpose text not null default 'player' check (purpose in ('player', 'banner'));
-- The film that a banner document loads: it is held and released together with the document.
alter table ad_files add column film text references ad_files (hash);
