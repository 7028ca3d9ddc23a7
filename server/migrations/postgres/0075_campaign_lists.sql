-- Lists by name in the order of the list itself, so that a page is read and nothing sorted; and their number from an
-- index alone.
create index campaigns_owner_name_id on campaigns (owner_uid, lower(name), id desc);
drop index campaigns_owner_name;
create index campaigns_name on campaigns (lower(name), id desc);
create index campaigns_owner_status on campaigns (owner_uid, status);
