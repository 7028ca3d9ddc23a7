import type { AnyCommand } from "@litfass/platform/command/command";
import { changeConversionTracking } from "./conversion-tracking/change-conversion-tracking.ts";
import { redrawFeedBanners } from "./feed/redraw-feed-banners.ts";
import { saveFeed } from "./feed/save-feed.ts";
import { recordLanding } from "./landing/record-landing.ts";
import { recordDraftLinks, recordLink } from "./landing/record-link.ts";
import { activateCampaign } from "./lifecycle/activate-campaign.ts";
import { endDueCampaign, settleCampaign } from "./lifecycle/close-campaigns.ts";
import { creditGuarantee } from "./lifecycle/credit-guarantees.ts";
import { savePictures } from "./lifecycle/draw-pictures.ts";
import { remindOfEnd } from "./lifecycle/remind-of-end.ts";
import { noteDelivery } from "./notices/announce-delivery.ts";
import { reviewOtherLine } from "./review/account-line.ts";
import { appealReview } from "./review/appeal-review.ts";
import { decideReview } from "./review/decide-review.ts";
import { submitChanges } from "./review/submit-changes.ts";
import { changeCampaign } from "./settings/change-campaign.ts";
import { chooseCampaignCreatives } from "./settings/choose-creatives.ts";
import { copyCampaign } from "./settings/copy-campaign.ts";
import { createCampaign } from "./settings/create-campaign.ts";
import { deleteCampaign } from "./settings/delete-campaign.ts";
import { undoChange } from "./settings/undo-change.ts";
import { setSiteRule } from "./site-rules/set-site-rule.ts";
import { changeTemplate, createTemplate, deleteTemplate, setTemplatesOfUser } from "./templates/template-commands.ts";
import { recordVastTag } from "./vast-tags/record-vast-tag.ts";

/** Every command of this module; those of bulk campaigns are in `bulk/commands.ts`. */
export const campaignCommands: readonly AnyCommand[] = [
  createCampaign,
  changeCampaign,
  copyCampaign,
  undoChange,
  deleteCampaign,
  chooseCampaignCreatives,
  setSiteRule,
  changeConversionTracking,
  activateCampaign,
  endDueCampaign,
  settleCampaign,
  creditGuarantee,
  remindOfEnd,
  savePictures,
  recordLanding,
  recordLink,
  recordDraftLinks,
  recordVastTag,
  noteDelivery,
  saveFeed,
  redrawFeedBanners,
  submitChanges,
  appealReview,
  decideReview,
  reviewOtherLine,
  createTemplate,
  changeTemplate,
  deleteTemplate,
  setTemplatesOfUser,
];
