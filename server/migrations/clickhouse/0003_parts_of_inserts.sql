-- What an insert writes is flushed file by file, and a wide part has two files for each column: only what merging makes
-- of inserts is worth that. All columns of an insert of 100,000 events stand in one file.
alter table ad_events modify setting min_bytes_for_wide_part = 134217728;
