-- The review policy is a section of the operator's settings. Installations with users keep theirs; others start with the
-- default, which in production reviews first campaigns. The table remains for processes of the previous release.
insert into operator_settings (section, version, settings, changed_at, note)
select 'review', 1, jsonb_build_object(
    'first_campaigns', first_campaigns,
    'own_files', own_files,
    'destination_changes', false,
    'reviewed_lines', to_jsonb(reviewed_lines),
    'refused_lines', to_jsonb(refused_lines)
  ), now(), 'Carried over from the review queue'
from review_policy where exists (select from users) on conflict do nothing;
comment on table review_policy is 'Not read since the review policy is a setting; a later release removes it';
