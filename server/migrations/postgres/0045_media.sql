-- Videos on their way from an upload to files that delivery can serve.

-- An upload that comes in pieces; the pieces lie in the file store.
create table video_uploads (
  uuid uuid primary key,
  owner_uid text not null references users (uid),
  name text not null check (char_length(name) between 1 and 200),
  size_bytes bigint not null check (size_bytes > 0),
  created_at timestamptz not null
);
create index video_uploads_created on video_uploads (created_at);

create table video_upload_chunks (
  upload_uuid uuid not null references video_uploads (uuid) on delete cascade,
  number integer not null check (number >= 0),
  size_bytes integer not null check (size_bytes > 0),
  primary key (upload_uuid, number)
);

-- A conversion. Its source lies in the file store in `source_chunks` pieces until it is done; the results are ad files.
create table videos (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  owner_uid text not null references users (uid),
  name text not null check (char_length(name) between 1 and 200),
  source_file text not null,
  source_type text not null check (source_type in ('mp4', 'mov', 'webm')),
  source_bytes bigint not null,
  source_chunks integer not null,
  source_width integer not null check (source_width > 0),
  source_height integer not null check (source_height > 0),
  duration_ms integer not null check (duration_ms > 0),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  attempts integer not null default 0,
  -- Written while a conversion runs: one that is silent for long was interrupted.
  heard_at timestamptz,
  error text check (error in ('unreadable', 'timeout', 'interrupted', 'converter_missing', 'source_missing')),
  -- [{"name": "720.mp4", "width": 1280, "height": 720, "bytes": 1, "hash": "…"}], the largest first
  renditions jsonb not null default '[]',
  poster jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index videos_created on videos (created_at desc, id desc);
create index videos_open on videos (id) where status in ('queued', 'running');
