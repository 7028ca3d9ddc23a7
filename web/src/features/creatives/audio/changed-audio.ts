/** The endpoints to refetch after a campaign's spot has changed. */
export const changedAudio = [
  "showCampaignAudio",
  "checkCampaignReadiness",
  "showCampaign",
  "showCampaignReview",
] as const;
