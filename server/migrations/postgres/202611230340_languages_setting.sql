-- The contract lists the sections, so that a new one needs no migration.
alter table operator_settings drop constraint if exists operator_settings_section_check;
alter table operator_settings add constraint operator_settings_section_name check (section ~ '^[a-z_]{1,40}$');
