-- One word for the video in a banner.
alter table ad_files rename column film to banner_video;
