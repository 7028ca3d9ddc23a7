-- How often ads are clicked at a placement: campaigns that want clicks prefer some places to others.
ALTER TABLE placement_visibility ADD COLUMN clicks bigint NOT NULL DEFAULT 0;
