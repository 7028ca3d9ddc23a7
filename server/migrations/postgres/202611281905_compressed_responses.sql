-- Whether an exchange gets its bid responses gzipped where a request accepts it. A column, because ad servers of the earlier
-- release reject settings with members that they do not know.
ALTER TABLE exchanges ADD COLUMN compresses_responses boolean NOT NULL DEFAULT false;
