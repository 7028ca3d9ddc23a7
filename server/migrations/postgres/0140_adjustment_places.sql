-- Which of the turns in which campaigns may be adjusted each delivery process has, so that all processes together stay
-- below the limit of a minute. Nobody has a turn twice.
ALTER TABLE delivery_processes ADD COLUMN places integer[] NOT NULL DEFAULT '{}';
