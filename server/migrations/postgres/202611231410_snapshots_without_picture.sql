-- The job that draws pictures asks every minute; campaigns whose banners all have one need not be read.
CREATE INDEX campaign_snapshots_without_picture ON campaign_snapshots (campaign_id)
  WHERE is_live AND jsonb_path_exists(payload, '$.creatives[*] ? (@.kind == "html" && !exists(@.pictureHash))');
