-- A source whose pictures end long before its stated length has failed: what is left of it is not what was uploaded.
alter table videos drop constraint videos_error_check;
alter table videos add constraint videos_error_check
  check (error in ('unreadable', 'cut_off', 'timeout', 'interrupted', 'converter_missing', 'source_missing'));
