-- A picture of each delivered HTML banner, which an exchange's reviewers see. One that could not be drawn has none.
CREATE TABLE ad_pictures (
  document text PRIMARY KEY REFERENCES ad_files (hash) ON DELETE CASCADE,
  picture text REFERENCES ad_files (hash) ON DELETE SET NULL,
  drawn_at timestamptz NOT NULL
);
CREATE INDEX ad_pictures_picture ON ad_pictures (picture);
