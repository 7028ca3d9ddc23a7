-- How an exchange differs from plain OpenRTB, and our account there. Columns, because ad servers of the earlier release
-- reject settings with members that they do not know.
ALTER TABLE exchanges
  ADD COLUMN profile text NOT NULL DEFAULT 'openrtb',
  ADD COLUMN account text;
