-- Groups that staff and advertisers make themselves, beside the standard ones.
alter table creative_groups
  -- An own template, in the form of the standard ones; null for standard templates and for uploaded files.
  add column markup text check (char_length(markup) <= 100000),
  -- Whose own banners these are; null for everybody's.
  add column owner_uid text references users (uid) on delete cascade,
  add check (template is null or markup is null);
create index creative_groups_owner on creative_groups (owner_uid) where owner_uid is not null;
create index creative_groups_name on creative_groups (lower(name_en));
create index creatives_created on creatives (created_at desc, id desc);
comment on column creative_groups.preview is 'Hash of a published file';
comment on column creative_items.file is 'Hash of a published file';
alter table creative_items add column name text not null default '' check (char_length(name) <= 200);

-- Which groups staff offer to a user; a user without any is offered all.
create table user_creative_groups (
  user_uid text not null references users (uid) on delete cascade,
  creative_group_uuid uuid not null references creative_groups (uuid) on delete cascade,
  primary key (user_uid, creative_group_uuid)
);
create index user_creative_groups_group on user_creative_groups (creative_group_uuid);
