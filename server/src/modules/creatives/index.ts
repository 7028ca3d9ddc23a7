/** Public interface of the creatives module. */

export { publishAdFile, releaseAdFiles } from "./ad-file-sql.ts";
export { beginWithKit } from "./brand-kit/brand-kit.ts";
export type { CampaignAccess } from "./campaign-access.ts";
export { creativeCommands } from "./commands.ts";
export { contentChangedAt, hasOwnFiles } from "./content-changes-sql.ts";
export { formsOfGroups, type SharedGroup, sharedGroups } from "./library/shared-groups.ts";
export { templateKit } from "./library/template-kit.ts";
export { bannerPolicy, bannerVideoPolicy } from "./pages.ts";
export { listUndrawnBanners, saveAdPicture, withPictures } from "./rendering/ad-picture-sql.ts";
export { previewOriginOf, withPreviewVideo } from "./rendering/banner-video-url.ts";
export { type AdPicture, canDrawPictures, drawAdPicture } from "./rendering/draw-ad-picture.ts";
export { filesOfNative } from "./rendering/publish-native.ts";
export { type FeedItem, renderCampaignCreatives } from "./rendering/render-campaign-creatives.ts";
export { creativeRoutes } from "./routes.ts";
export { presentImage } from "./studio/banner-content.ts";
export { listThumbnails } from "./studio/campaign-thumbnails.ts";
export { chooseCreatives, chosenCreatives, copyCreatives } from "./studio/choose-creatives.ts";
export { type CompactImage, compactImage, type ImageKind } from "./studio/compact-image.ts";
export { creativesReadiness } from "./studio/creatives-readiness.ts";
export { fillCreatives } from "./studio/fill-creatives.ts";
export { fillWithSample } from "./studio/fill-with-sample.ts";
export { uploadImage } from "./studio/upload-image.ts";
export { bannerRunJobs } from "./uploads/browser/run-job.ts";
export { removeOwnBanners } from "./uploads/own-banner-sql.ts";
export { publishCampaignVideo, videoReadiness } from "./video/campaign-video.ts";
export { videoRoutes } from "./video/campaign-video-routes.ts";
export { insertCampaignVideo } from "./video/video-creative-sql.ts";
