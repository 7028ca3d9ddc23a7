-- A held file is published under its name, but not served yet: what still waits for its campaign or for approval.
alter table ad_files add column is_held boolean not null default false;
