import type { EndpointName } from "@litfass/contract/index";

/** The endpoints to refetch after a campaign's creatives have changed. */
export const afterChoosing: readonly EndpointName[] = [
  "listCampaignCreatives",
  "showCreativeForms",
  "showCampaign",
  "checkCampaignReadiness",
  "showCampaignReview",
  "listCampaignChanges",
];

/** The endpoints to refetch after favorites have changed. */
export const afterFavorites: readonly EndpointName[] = [
  "listUserCreatives",
  "listCampaignCreatives",
  "listSelectedFavorites",
];
