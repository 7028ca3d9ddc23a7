import { getCurrencyFromBidderRequest } from "../libraries/ortb2Utils/currency.js";
import { ortbConverter } from "../libraries/ortbConverter/converter.js";
import { registerBidder } from "../src/adapters/bidderFactory.js";
import { BANNER, NATIVE, VIDEO } from "../src/mediaTypes.js";

const BIDDER_CODE = "litfass";
const DEFAULT_CURRENCY = "USD";
/** The ad server states for how long a bid is valid; this applies where it does not. */
const DEFAULT_TTL = 300;

/** Origins of ad servers that were asked since the last user sync. */
const asked = new Set();

/** The ad server's origin; undefined unless it is HTTPS or on this machine. */
function originOf(adsUrl) {
  if (typeof adsUrl !== "string" || !URL.canParse(adsUrl)) return undefined;
  const { protocol, hostname, origin } = new URL(adsUrl);
  return protocol === "https:" || (protocol === "http:" && hostname === "localhost") ? origin : undefined;
}

const converter = ortbConverter({
  // The bid is what the publisher gets.
  context: { netRevenue: true, ttl: DEFAULT_TTL },
  imp(buildImp, bidRequest, context) {
    const imp = buildImp(bidRequest, context);
    imp.tagid = bidRequest.params.placement || bidRequest.adUnitCode;
    return imp;
  },
  request(buildRequest, imps, bidderRequest, context) {
    const request = buildRequest(imps, bidderRequest, context);
    request.cur = [getCurrencyFromBidderRequest(bidderRequest) || DEFAULT_CURRENCY];
    return request;
  },
});

/** The query of a user sync: consent as the page's consent tool states it. */
function consentQuery(gdpr, usPrivacy, gpp) {
  const query = new URLSearchParams({ exchange: "prebid-js" });
  if (typeof gdpr?.gdprApplies === "boolean") query.set("gdpr", gdpr.gdprApplies ? "1" : "0");
  if (gdpr?.consentString) query.set("gdpr_consent", gdpr.consentString);
  if (usPrivacy) query.set("us_privacy", usPrivacy);
  if (gpp?.gppString) {
    query.set("gpp", gpp.gppString);
    query.set("gpp_sid", (gpp.applicableSections || []).join(","));
  }
  return query;
}

export const spec = {
  code: BIDDER_CODE,
  supportedMediaTypes: [BANNER, VIDEO, NATIVE],

  /** `params.adsUrl` is the origin of the operator's ad server, for example "https://ads.example.com". */
  isBidRequestValid: (bid) => originOf(bid.params?.adsUrl) !== undefined,

  /** One OpenRTB request for each ad server. As text, so that browsers need no preflight. */
  buildRequests(bidRequests, bidderRequest) {
    const origins = [...new Set(bidRequests.map(({ params }) => originOf(params.adsUrl)))];
    return origins.map((origin) => {
      asked.add(origin);
      const own = bidRequests.filter(({ params }) => originOf(params.adsUrl) === origin);
      return {
        method: "POST",
        url: `${origin}/prebid/bid`,
        data: converter.toORTB({ bidRequests: own, bidderRequest }),
        options: { contentType: "text/plain", withCredentials: true },
      };
    });
  },

  interpretResponse(response, request) {
    if (!response.body?.seatbid) return [];
    return converter.fromORTB({ request: request.data, response: response.body }).bids;
  },

  /** A pixel of each ad server that was asked; it gives the visitor an ID where consent allows it. */
  getUserSyncs({ pixelEnabled }, _responses, gdprConsent, uspConsent, gppConsent) {
    const origins = [...asked];
    asked.clear();
    if (!pixelEnabled) return [];
    const query = consentQuery(gdprConsent, uspConsent, gppConsent);
    return origins.map((origin) => ({ type: "image", url: `${origin}/sync?${query}` }));
  },
};

registerBidder(spec);
