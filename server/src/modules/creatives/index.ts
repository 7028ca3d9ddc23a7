/** Public interface of the creatives module. */

export { publishAdFile, releaseAdFiles } from "./ad-file-sql.ts";
export { audioRoutes } from "./audio/audio-routes.ts";
export { listSpots } from "./audio/audio-sql.ts";
export { audioReadiness, changeCampaignAudio, publishCampaignAudio, setCampaignAudio } from "./audio/campaign-audio.ts";
export { prepareSpot } from "./audio/prepare-spot.ts";
export { beginWithKit } from "./brand-kit/brand-kit.ts";
export type { CampaignAccess, PreviewedCampaign } from "./campaign-access.ts";
export { creativeCommands } from "./commands.ts";
export { contentChangedAt, hasOwnFiles, hasThirdPartyTags } from "./content-changes-sql.ts";
export { offerFormats } from "./library/additional-formats.ts";
export { formsOfGroups, type SharedGroup, sharedGroups } from "./library/shared-groups.ts";
export { templateKit } from "./library/template-kit.ts";
export { bannerPolicy, bannerVideoPolicy } from "./pages.ts";
export { previewLinkRoutes } from "./preview-links/preview-link-routes.ts";
export { listUndrawnBanners, saveAdPicture, withPictures } from "./rendering/ad-picture-sql.ts";
export { listBannerPictures } from "./rendering/banner-pictures-sql.ts";
export { previewOriginOf, withPreviewVideo } from "./rendering/banner-video-url.ts";
export { createNativeCrops } from "./rendering/crop-native.ts";
export { type AdPicture, canDrawPictures, drawAdPictures } from "./rendering/draw-ad-pictures.ts";
export { filesOfNative } from "./rendering/publish-native.ts";
export { type FeedItem, renderCampaignCreatives } from "./rendering/render-campaign-creatives.ts";
export { creativeRoutes } from "./routes.ts";
export { presentImage } from "./studio/banner-content.ts";
export { chosenFormats } from "./studio/campaign-creative-sql.ts";
export { listThumbnails } from "./studio/campaign-thumbnails.ts";
export { chooseCreatives, chosenCreatives, copyCreatives, removedBanners } from "./studio/choose-creatives.ts";
export { type CompactImage, compactImage, type ImageKind } from "./studio/compact-image.ts";
export {
  changeContent,
  isContentField,
  presentContent,
  removedPictures,
  restoredContent,
} from "./studio/content-history.ts";
export { creativesReadiness } from "./studio/creatives-readiness.ts";
export { fillCreatives } from "./studio/fill-creatives.ts";
export { fillWithSample } from "./studio/fill-with-sample.ts";
export { uploadImage } from "./studio/upload-image.ts";
export { draftTagLinks, tagKey, tagLinksOf } from "./tag-links/tag-links.ts";
export { bannerRunJobs } from "./uploads/browser/run-job.ts";
export { removeOwnBanners } from "./uploads/own-banner-sql.ts";
export { resolveVastTag, type VastProblem, type VastResult } from "./vast-tags/resolve-vast-tag.ts";
export { fingerprintOf } from "./vast-tags/vast-tag.ts";
export { vastTagRoutes } from "./vast-tags/vast-tag-routes.ts";
export { findVastTag, listDueVastTags, saveVastCheck } from "./vast-tags/vast-tag-sql.ts";
export { publishCampaignVideo, videoReadiness } from "./video/campaign-video.ts";
export { videoRoutes } from "./video/campaign-video-routes.ts";
export { insertCampaignVideo } from "./video/video-creative-sql.ts";
