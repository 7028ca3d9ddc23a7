export const dealsPath = "/admin/deals";

/** The calls whose answers a change of a deal makes outdated. */
export const dealReads = ["listDeals", "showDeal", "listOpenDeals"] as const;
