import type { AdRequest } from "./ad-request.ts";
import { type AdToken, packToken } from "./ad-token.ts";
import { adUrls } from "./ad-urls.ts";
import type { Bid } from "./bid.ts";
import { videoFormat } from "./index-compile.ts";
import { bannerMarkup } from "./markup.ts";
import type { Signer } from "./signing.ts";
import { vastDocument } from "./vast.ts";

export type ResponseContext = {
  adsUrl: string;
  process: string;
  seat: string;
  signer: Signer;
  /** For the visitor's seal. */
  salt: () => Buffer;
};

/** An impression later than this after its bid is the house's loss. Told to the exchange as `exp`. */
export const billingWindowSeconds = 600;

const htmlMarkupType = 1;
const videoMarkupType = 2;

function tokenOf(request: AdRequest, bid: Bid, context: ResponseContext): AdToken {
  const { visitor } = request;
  const { snapshot, priceMicros } = bid.campaign;
  return {
    process: context.process,
    exchange: request.exchange,
    auctionId: request.id,
    impId: bid.slot.id,
    campaignId: snapshot.campaignId,
    ownerUid: snapshot.ownerUid,
    creativeUuid: bid.creative.uuid,
    format: bid.creative.format,
    medium: bid.slot.kind === "video" || bid.creative.durationSeconds !== undefined ? "video" : "display",
    site: request.site,
    siteKind: request.siteKind,
    slotName: bid.slotName,
    country: visitor.country,
    region: visitor.region,
    city: visitor.city,
    device: visitor.device,
    browser: visitor.browser,
    language: visitor.language,
    priceMicros,
    currency: snapshot.currency,
    leaseId: bid.leaseId,
    bidMs: bid.atMs,
    visitor: visitor.key === "" ? "" : context.signer.seal(visitor.key, context.salt()),
    isTest: request.isTest,
  };
}

/** The markup of a bid, with every address signed. */
export function markupOf(request: AdRequest, bid: Bid, context: ResponseContext) {
  const urls = adUrls(context.adsUrl, packToken(context.signer, tokenOf(request, bid, context)));
  const { snapshot, creatives } = bid.campaign;
  if (bid.slot.kind === "banner") return { urls, markup: bannerMarkup(bid.creative, urls, snapshot.advertiserDomain) };
  const renditions = (creatives.get(videoFormat) ?? []).filter(({ uuid }) => uuid === bid.creative.uuid);
  return { urls, markup: vastDocument(`${snapshot.campaignId}-${bid.creative.uuid}`, snapshot.name, renditions, urls) };
}

/** The OpenRTB 2.6 answer for at least one bid. */
export function bidResponse(request: AdRequest, bids: Bid[], context: ResponseContext) {
  return {
    id: request.id,
    cur: bids[0]!.currency,
    seatbid: [{ seat: context.seat, bid: bids.map((bid) => bidObject(request, bid, context)) }],
  };
}

function bidObject(request: AdRequest, bid: Bid, context: ResponseContext) {
  const { urls, markup } = markupOf(request, bid, context);
  const { snapshot } = bid.campaign;
  return {
    id: `${bid.slot.id}-${snapshot.campaignId}`,
    impid: bid.slot.id,
    price: bid.price,
    adid: bid.creative.uuid,
    nurl: urls.win,
    burl: urls.bill,
    lurl: urls.loss,
    adm: markup,
    adomain: [snapshot.advertiserDomain],
    cid: String(snapshot.campaignId),
    crid: bid.creative.uuid,
    cat: snapshot.iabCategories,
    w: bid.creative.width,
    h: bid.creative.height,
    exp: billingWindowSeconds,
    mtype: bid.slot.kind === "video" ? videoMarkupType : htmlMarkupType,
  };
}
