/** What is read again after a change of a site or of a placement. */
export const siteReads = ["listPublisherSites", "showPublisher", "showOwnPublisher", "listPlacements"] as const;
export const placementReads = ["listPlacements", "listPublisherSites"] as const;
