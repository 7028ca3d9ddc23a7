import type { EndpointName } from "@litfass/contract/index";

/** What is read anew once a campaign's creatives have changed. */
export const afterChoosing: readonly EndpointName[] = [
  "listCampaignCreatives",
  "showCreativeForms",
  "showCampaign",
  "canActivateCampaign",
];

/** What is read anew once favourites have changed. */
export const afterFavorites: readonly EndpointName[] = [
  "listUserCreatives",
  "listCampaignCreatives",
  "listSelectedFavorites",
];
