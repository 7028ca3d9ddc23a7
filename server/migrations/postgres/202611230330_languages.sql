-- The languages of the product are a list in the code; the operator's settings choose those that are offered.
alter table users drop constraint users_lang_check, add check (lang ~ '^[a-z]{2}$');
alter table campaign_fillings drop constraint campaign_fillings_lang_check, add check (lang ~ '^[a-z]{2}$');
alter table invoices drop constraint invoices_language_check, add check (language ~ '^[a-z]{2}$');

-- The subject in languages beside English and German.
alter table invoices add column names jsonb not null default '{}';
