/**
 * How exchanges differ from plain OpenRTB, from their public documentation. What is not documented there is as in
 * OpenRTB. The ad server has the code of these differences, with cases in `adserver/src/openrtb/profiles/cases`.
 */

/** The version of OpenRTB that bid responses follow; requests of any 2.x are read. */
export const openRtbVersions = ["2.5", "2.6"] as const;
export type OpenRtbVersion = (typeof openRtbVersions)[number];
export const exchangeFormats = ["banner", "video", "native", "audio"] as const;
export type ExchangeFormat = (typeof exchangeFormats)[number];
/** Win, billing and loss notices: `nurl`, `burl` and `lurl` of a bid. */
export const exchangeNotices = ["win", "billing", "loss"] as const;
export type ExchangeNotice = (typeof exchangeNotices)[number];

export const exchangeProfiles = [
  "openrtb",
  "prebid-server",
  "google",
  "xandr",
  "index",
  "magnite",
  "pubmatic",
] as const;
export type ExchangeProfile = (typeof exchangeProfiles)[number];

export type ProfileFacts = {
  /** The version of its bid responses; null where the exchange's settings choose it. */
  protocol: OpenRtbVersion | null;
  /**
   * The public pages that this is read from. None of an exchange describes a header by which a bidder slows its bid
   * requests: the limit is set there, and what is above the limit set here gets 204, a valid answer everywhere.
   */
  documentation: readonly string[];
  /** Kinds of ads that it takes, of those that the settings allow. */
  formats: readonly ExchangeFormat[];
  /** Notices that it sends, of those that the settings choose. */
  notices: readonly ExchangeNotice[];
  /** Currencies of bids; empty: any. */
  currencies: readonly string[];
  /** Our account there: any text, or digits only; required where bids without it are not accepted. */
  account: { isNumber: boolean; isRequired: boolean };
  /**
   * The macro that it replaces by its own click URL, encoded once, in banners; our click URL leads on to it. Only these
   * hosts and their subdomains are followed.
   */
  click: { macro: string; hosts: readonly string[] } | null;
  /** Whether clearing prices come encrypted by the keys of the account. */
  prices: "as configured" | "encrypted";
  /** Its time limit in milliseconds where requests have none. */
  limitMs: number | null;
  /** Whether it takes bids only with creatives that were registered and approved before. */
  needsRegistration: boolean;
};

const plain = {
  protocol: null,
  formats: exchangeFormats,
  notices: exchangeNotices,
  currencies: [],
  account: { isNumber: false, isRequired: false },
  click: null,
  prices: "as configured",
  limitMs: null,
  needsRegistration: false,
} as const satisfies Omit<ProfileFacts, "documentation">;

export const profileFacts: Readonly<Record<ExchangeProfile, ProfileFacts>> = {
  openrtb: {
    ...plain,
    documentation: [
      "https://github.com/InteractiveAdvertisingBureau/openrtb2.x/blob/main/2.6.md",
      "https://www.iab.com/wp-content/uploads/2016/03/OpenRTB-API-Specification-Version-2-5-FINAL.pdf",
    ],
  },
  // Markup macros are resolved late, in the ad server's currency and rounded, so prices come by notices only.
  "prebid-server": {
    ...plain,
    protocol: "2.6",
    documentation: [
      "https://docs.prebid.org/prebid-server/developers/add-new-bidder-java.html",
      "https://docs.prebid.org/faq/prebid-server-faq.html",
    ],
    notices: ["win", "billing"],
  },
  google: {
    ...plain,
    protocol: "2.6",
    documentation: [
      "https://developers.google.com/authorized-buyers/rtb/openrtb-guide",
      "https://developers.google.com/authorized-buyers/rtb/response-guide",
      "https://developers.google.com/authorized-buyers/rtb/compression",
      "https://developers.google.com/authorized-buyers/rtb/callout-quota-system",
      "https://developers.google.com/authorized-buyers/rtb/response-guide/bid-multiple",
      "https://developers.google.com/authorized-buyers/rtb/response-guide/decrypt-price",
      "https://support.google.com/authorizedbuyers/answer/164672",
    ],
    formats: ["banner", "video", "native"],
    notices: ["billing"],
    account: { isNumber: true, isRequired: false },
    click: { macro: "%%CLICK_URL_ESC%%", hosts: ["doubleclick.net", "googleadservices.com"] },
    prices: "encrypted",
  },
  // The limit of bid requests is `qps_limit` of a bidder instance, by data center (QPS FAQ).
  // `adm` is not supported: bids name a registered creative, and its markup gets this bid's values by custom macros.
  xandr: {
    ...plain,
    protocol: "2.5",
    documentation: [
      "https://learn.microsoft.com/en-us/xandr/bidders/outgoing-bid-request-to-bidders",
      "https://learn.microsoft.com/en-us/xandr/bidders/incoming-bid-response-from-bidders",
      "https://learn.microsoft.com/en-us/xandr/bidders/xandr-macros",
      "https://learn.microsoft.com/en-us/xandr/bidders/creative-service",
      "https://learn.microsoft.com/en-us/xandr/bidders/qps-faq",
      "https://learn.microsoft.com/en-us/xandr/bidders/api-usage-con",
    ],
    formats: ["banner"],
    notices: ["win"],
    account: { isNumber: true, isRequired: true },
    click: { macro: `\${CLICK_URL_ENC}`, hosts: ["adnxs.com"] },
    needsRegistration: true,
  },
  index: {
    ...plain,
    protocol: "2.6",
    documentation: [
      "https://kb.indexexchange.com/dsps/open-rtb/list_of_supported_openrtb_bid_response_fields_dsp.htm",
      "https://kb.indexexchange.com/dsps/open-rtb/list_of_supported_openrtb_bid_request_fields_dsp.htm",
      "https://kb.indexexchange.com/dsps/open-rtb/notification_macro.htm",
      "https://kb.indexexchange.com/dsps/managing_your_traffic/compress_traffic_using_GZIP.htm",
    ],
    formats: ["banner", "video", "native"],
    notices: ["billing"],
    currencies: ["USD"],
  },
  // Its specification names no limit of requests, status or header for it.
  magnite: {
    ...plain,
    protocol: "2.5",
    documentation: ["https://help.magnite.com/help/openrtb-specification"],
    formats: ["video"],
  },
  // It learns which requests a bidder takes and keeps to the agreed rate by itself (its article on efficiency).
  pubmatic: {
    ...plain,
    protocol: "2.5",
    documentation: [
      "https://community.pubmatic.com/display/BA/OpenRTB+2.3+PubMatic+Extensions",
      "https://community.pubmatic.com/docs/DOC-1753",
      "https://community.pubmatic.com/docs/DOC-2048",
      "https://pubmatic.com/blog/rtb-efficiency-dsp/",
    ],
    notices: ["billing", "loss"],
    currencies: ["USD", "JPY", "EUR", "GBP", "CAD", "AUD", "SEK", "CHF", "CZK", "DKK", "BRL", "NZD"],
    account: { isNumber: true, isRequired: true },
    click: { macro: `\${AUCTION_CLICKTRACK_URL}`, hosts: ["pubmatic.com"] },
    limitMs: 100,
  },
};
