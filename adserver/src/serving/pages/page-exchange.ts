/** The exchange name of ads that were sold in a page's own auction (Prebid.js). No exchange can be added under it. */
export const pageExchange = "prebid-js";
