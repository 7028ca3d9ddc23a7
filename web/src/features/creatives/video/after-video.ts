/** What another video, or a VAST tag instead of one, changes. */
export const afterVideo = [
  "showCampaignVideo",
  "showVastTag",
  "checkCampaignReadiness",
  "showCampaign",
  "showCampaignReview",
] as const;
