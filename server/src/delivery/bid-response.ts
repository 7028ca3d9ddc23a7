import { randomUUID } from "node:crypto";
import type { SnapshotCreative } from "@litfass/contract/snapshot";
import type { Random } from "../platform/random.ts";
import type { AdRequest } from "./ad-request.ts";
import { type AdToken, packToken } from "./ad-token.ts";
import { type AdUrls, adUrls } from "./ad-urls.ts";
import type { Bid } from "./bid.ts";
import { videoFormat } from "./index-compile.ts";
import { bannerMarkup } from "./markup.ts";
import type { Signer } from "./signing.ts";
import { transparencyOf } from "./transparency.ts";
import { vastDocument } from "./vast.ts";

export type ResponseContext = {
  adsUrl: string;
  process: string;
  seat: string;
  signer: Signer;
  /** For the visitor's seal. */
  random: Random;
  /** What is the same in every offer of a creative, cut where the token goes. */
  offers: WeakMap<SnapshotCreative, string[]>;
};

/** An impression later than this after its bid is the house's loss. Told to the exchange as `exp`. */
export const billingWindowSeconds = 600;

/** Of OpenRTB's list of taxonomies: IAB Content Taxonomy 1.0, with codes like "IAB12". */
export const contentTaxonomy1 = 1;
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
    visitor: visitor.key === "" ? "" : context.signer.seal(visitor.key, context.random),
    isTest: request.isTest,
  };
}

/** The markup of a bid, with every address signed. */
export const markupOf = (request: AdRequest, bid: Bid, context: ResponseContext): string =>
  markup(bid, adUrls(context.adsUrl, packToken(context.signer, tokenOf(request, bid, context))));

function markup(bid: Bid, urls: AdUrls): string {
  const { snapshot, creatives } = bid.campaign;
  if (bid.slot.kind === "banner") return bannerMarkup(bid.creative, urls, snapshot.advertiserDomain);
  const renditions = (creatives.get(videoFormat) ?? []).filter(({ uuid }) => uuid === bid.creative.uuid);
  return vastDocument(`${snapshot.campaignId}-${bid.creative.uuid}`, snapshot.name, renditions, urls);
}

/** The OpenRTB 2.6 answer for at least one bid, as JSON. */
export function bidResponse(request: AdRequest, bids: Bid[], context: ResponseContext): string {
  const offers = bids.map((bid) => {
    const impId = JSON.stringify(bid.slot.id);
    const id = JSON.stringify(`${bid.slot.id}-${bid.campaign.snapshot.campaignId}`);
    const token = packToken(context.signer, tokenOf(request, bid, context));
    return `{"id":${id},"impid":${impId},"price":${bid.price},${extrasOf(request, bid, context)}${offerOf(bid, context).join(token)}`;
  });
  return (
    `{"id":${JSON.stringify(request.id)},"cur":${JSON.stringify(bids[0]!.currency)},` +
    `"seatbid":[{"seat":${JSON.stringify(context.seat)},"bid":[${offers.join(",")}]}]}`
  );
}

/** What only some requests ask for: the deal, and who paid. */
function extrasOf(request: AdRequest, bid: Bid, context: ResponseContext): string {
  const deal = bid.deal === undefined ? "" : `"dealid":${JSON.stringify(bid.deal.id)},`;
  if (request.transparency === "none") return deal;
  const dsa = transparencyOf(bid.campaign.snapshot, new URL(context.adsUrl).hostname);
  return `${deal}"ext":${JSON.stringify({ dsa })},`;
}

/** Stands for the token while an offer is written; unguessable, so that no text of a customer is taken for it. */
const tokenMark = randomUUID();

/**
 * All of a bid that is the same each time its creative is offered, as JSON without the first brace, cut where the token
 * goes: written once for each creative, which is where most of an answer's work would be.
 */
function offerOf(bid: Bid, context: ResponseContext): string[] {
  const { snapshot } = bid.campaign;
  const { creative } = bid;
  const known = context.offers.get(creative);
  if (known !== undefined) return known;
  const urls = adUrls(context.adsUrl, tokenMark);
  const offer = JSON.stringify({
    adid: creative.uuid,
    nurl: urls.win,
    burl: urls.bill,
    lurl: urls.loss,
    adm: markup(bid, urls),
    adomain: [snapshot.advertiserDomain],
    cid: String(snapshot.campaignId),
    crid: creative.uuid,
    cat: snapshot.iabCategories,
    cattax: contentTaxonomy1,
    w: creative.width,
    h: creative.height,
    exp: billingWindowSeconds,
    mtype: bid.slot.kind === "video" ? videoMarkupType : htmlMarkupType,
  });
  const pieces = offer.slice(1).split(tokenMark);
  context.offers.set(creative, pieces);
  return pieces;
}
