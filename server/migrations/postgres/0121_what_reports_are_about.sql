-- What a report shows beside its campaigns: one customer's only, and some sites or regions only.
ALTER TABLE report_links
  ADD COLUMN about_uid text,
  ADD COLUMN sites text[] NOT NULL DEFAULT '{}',
  ADD COLUMN regions text[] NOT NULL DEFAULT '{}';
ALTER TABLE report_mails ADD COLUMN about_uid text;
