/** The creatives room as other rooms and the processes see it. */

export { beginWithKit } from "./brand-kit.ts";
export type { CampaignAccess, CampaignFacts } from "./campaign-access.ts";
export { publishCampaignVideo, videoReadiness } from "./campaign-video.ts";
export { chooseCreatives, chosenCreatives, copyCreatives } from "./choose-creatives.ts";
export { compactImage } from "./compact-image.ts";
export { contentChangedAt, hasOwnFiles } from "./content-changes.ts";
export { creativeForms } from "./creative-forms.ts";
export { creativesReadiness } from "./creatives-readiness.ts";
export { fillCreatives } from "./fill-creatives.ts";
export { fillWithSample } from "./fill-with-sample.ts";
export { removeOwnBanners } from "./own-banner-sql.ts";
export { bannerPolicy } from "./pages.ts";
export { type FedItem, renderCampaignCreatives } from "./render-campaign-creatives.ts";
export { creativeRoutes } from "./routes.ts";
export { formsOfGroups, type SharedGroup, sharedGroups } from "./shared-groups.ts";
export { insertCampaignVideo } from "./video-creative-sql.ts";
export { videoRoutes } from "./video-routes.ts";
