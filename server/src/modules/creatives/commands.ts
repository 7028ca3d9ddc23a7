import type { AnyCommand } from "@litfass/platform/command/command";
import { changeCampaignAudio, removeCampaignAudio, setCampaignAudio } from "./audio/campaign-audio.ts";
import { changeBannerSet, orderBannerSet } from "./banner-sets/banner-sets.ts";
import { applyBrandKit, saveBrandKit } from "./brand-kit/brand-kit.ts";
import { createCategory, deleteCategory, updateCategory } from "./categories.ts";
import { selectFavorites, toggleFavorite } from "./favorites.ts";
import {
  createCreative,
  deleteCreative,
  deleteItem,
  duplicateCreative,
  updateCreative,
} from "./library/library-creatives.ts";
import { createGroup, deleteGroup, removeFromGroup, updateGroup } from "./library/library-groups.ts";
import { selectGroups } from "./library/selected-groups.ts";
import { createPreviewLink, revokePreviewLink } from "./preview-links/preview-links.ts";
import { fillCreatives } from "./studio/fill-creatives.ts";
import { uploadImage } from "./studio/upload-image.ts";
import { recordRun } from "./uploads/browser/run-job.ts";
import { removeOwnBanner, uploadOwnBanner } from "./uploads/own-banners.ts";
import { removeVastTag, setVastTag } from "./vast-tags/vast-tag.ts";
import { removeVideo, retryCampaignVideo, setCampaignVideo } from "./video/campaign-video.ts";
import { mediaCommands } from "./video-conversion/index.ts";

/** Every command of creatives, video conversion included. */
export const creativeCommands: readonly AnyCommand[] = [
  createCategory,
  updateCategory,
  deleteCategory,
  createGroup,
  updateGroup,
  deleteGroup,
  removeFromGroup,
  selectGroups,
  createCreative,
  updateCreative,
  deleteCreative,
  duplicateCreative,
  deleteItem,
  toggleFavorite,
  selectFavorites,
  fillCreatives,
  uploadImage,
  uploadOwnBanner,
  removeOwnBanner,
  recordRun,
  saveBrandKit,
  applyBrandKit,
  orderBannerSet,
  changeBannerSet,
  setCampaignAudio,
  changeCampaignAudio,
  removeCampaignAudio,
  setCampaignVideo,
  removeVideo,
  retryCampaignVideo,
  setVastTag,
  removeVastTag,
  createPreviewLink,
  revokePreviewLink,
  ...mediaCommands,
];
