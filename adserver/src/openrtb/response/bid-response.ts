import { randomUUID } from "node:crypto";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { type Bid, fits } from "../../auction/auction.ts";
import { videoFormat } from "../../auction/campaign-index/index-compile.ts";
import type { AdRequest } from "../../kernel/ad-request.ts";
import type { AdSeal, AdTokens } from "../../serving/tokens/ad-seal.ts";
import { packOffer, packToken } from "../../serving/tokens/ad-token.ts";
import { type AdUrls, adUrls } from "../../serving/tokens/ad-urls.ts";
import { vastDocument } from "../vast/vast.ts";
import { usualVast, type VastVersion, vastSubtypes } from "../vast/vast-version.ts";
import { type ByteSheet, putAgain, putLatin1, putPart, putText, writtenOn } from "./buffer-writer.ts";
import { bannerMarkup } from "./markup.ts";
import { transparencyOf } from "./transparency.ts";

/** What is the same each time a creative is offered: written once, which is where most of an answer's work would be. */
export type Offer = {
  /** The first part of each token. */
  token: string;
  /** All of a bid that is the same, as JSON without the first brace and without the token. */
  json: Buffer;
  /** Where in it the tokens go, and its end. */
  cuts: number[];
  /** The notice's token goes to so many first places, the page's to those after. */
  notices: number;
};

export type ResponseContext = {
  adsUrl: string;
  process: string;
  seat: string;
  adSeal: AdSeal;
  offers: WeakMap<SnapshotCreative, Offer>;
  /** The same for players that read older documents only. */
  olderOffers: Map<VastVersion, WeakMap<SnapshotCreative, Offer>>;
  /** Where answers are written. */
  sheet: ByteSheet;
};

/** An impression later than this after its bid is the house's loss. Told to the exchange as `exp`. */
export const billingWindowSeconds = 600;

/** Of OpenRTB's list of taxonomies: IAB Content Taxonomy 1.0, with codes like "IAB12". */
export const contentTaxonomy1 = 1;
const htmlMarkupType = 1;
const videoMarkupType = 2;

const isVideo = ({ slot, creative }: Bid): boolean => slot.kind === "video" || creative.durationSeconds !== undefined;

function offerToken(bid: Bid, context: ResponseContext): string {
  const { snapshot, priceMicros } = bid.campaign;
  return packOffer({
    process: context.process,
    campaignId: snapshot.campaignId,
    ownerUid: snapshot.ownerUid,
    creativeUuid: bid.creative.uuid,
    format: bid.creative.format,
    medium: isVideo(bid) ? "video" : "display",
    priceMicros,
    currency: snapshot.currency,
  });
}

function tokenOf(request: AdRequest, bid: Bid, offer: string, { adSeal }: ResponseContext): AdTokens {
  const { visitor } = request;
  return packToken(adSeal, offer, {
    exchange: request.exchange,
    auctionId: request.id,
    impId: bid.slot.id,
    site: request.site,
    siteKind: request.siteKind,
    slotName: bid.slotName,
    country: visitor.country,
    region: visitor.region,
    city: visitor.city,
    device: visitor.device,
    browser: visitor.browser,
    language: visitor.language,
    leaseId: bid.leaseId,
    bidMs: bid.atMs,
    visitorKey: visitor.key,
    isTest: request.isTest,
  });
}

/** The markup of a bid, with every address signed. */
export const markupOf = (request: AdRequest, bid: Bid, context: ResponseContext): string =>
  markup(bid, adUrls(context.adsUrl, tokenOf(request, bid, offerToken(bid, context), context)));

function markup(bid: Bid, urls: AdUrls): string {
  const { snapshot } = bid.campaign;
  if (bid.slot.kind === "banner") return bannerMarkup(bid.creative, urls, snapshot.advertiserDomain);
  return vastDocument(
    `${snapshot.campaignId}-${bid.creative.uuid}`,
    snapshot.name,
    renditionsOf(bid).filter((rendition) => fits(bid.slot, rendition)),
    urls,
    bid.slot.video?.vast,
  );
}

const renditionsOf = ({ campaign, creative }: Bid): SnapshotCreative[] =>
  (campaign.creatives.get(videoFormat) ?? []).filter(({ uuid }) => uuid === creative.uuid);

/** The OpenRTB 2.6 answer for at least one bid, as JSON. Its bytes are good until the next answer is written. */
export function bidResponse(request: AdRequest, bids: Bid[], context: ResponseContext): Buffer {
  const { sheet } = context;
  sheet.end = 0;
  const currency = quoted(bids[0]!.currency);
  let before = `{"id":${quoted(request.id)},"cur":${currency},"seatbid":[{"seat":${quoted(context.seat)},"bid":[`;
  for (const bid of bids) {
    const impId = quoted(bid.slot.id);
    const id = quoted(`${bid.slot.id}-${bid.campaign.snapshot.campaignId}`);
    putText(sheet, `${before}{"id":${id},"impid":${impId},"price":${bid.price},${extrasOf(request, bid, context)}`);
    const offer = offerOf(bid, context);
    putOffer(sheet, offer, tokenOf(request, bid, offer.token, context));
    before = ",";
  }
  putText(sheet, "]}]}");
  return writtenOn(sheet);
}

/** An offer with the tokens in their places. */
function putOffer(sheet: ByteSheet, { json, cuts, notices }: Offer, tokens: AdTokens): void {
  const { length } = tokens.page;
  putPart(sheet, json, 0, cuts[0]!);
  let from = 0;
  for (let i = 1; i < cuts.length; i++) {
    if (i === 1 || i === notices + 1) {
      from = sheet.end;
      putLatin1(sheet, i <= notices ? tokens.notice : tokens.page);
    } else putAgain(sheet, from, length);
    putPart(sheet, json, cuts[i - 1]!, cuts[i]!);
  }
}

/** What only some requests ask for: the deal, and who paid. */
function extrasOf(request: AdRequest, bid: Bid, context: ResponseContext): string {
  const deal = bid.deal === undefined ? "" : `"dealid":${JSON.stringify(bid.deal.id)},`;
  if (request.transparency === "none") return deal;
  const dsa = transparencyOf(bid.campaign.snapshot, new URL(context.adsUrl).hostname);
  return `${deal}"ext":${JSON.stringify({ dsa })},`;
}

const videoFacts = ({ durationSeconds }: SnapshotCreative, vast: VastVersion) => ({
  mtype: videoMarkupType,
  protocol: vastSubtypes[vast],
  dur: durationSeconds === undefined ? undefined : Math.max(1, Math.round(durationSeconds)),
});

/** Stands for the token while an offer is written; unguessable, so that no text of a customer is taken for it. */
const tokenMark = randomUUID();

const plain = /^[\w .:/-]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

function offersFor(vast: VastVersion | undefined, { offers, olderOffers }: ResponseContext) {
  if (vast === undefined || vast === usualVast) return offers;
  const older = olderOffers.get(vast) ?? new WeakMap<SnapshotCreative, Offer>();
  olderOffers.set(vast, older);
  return older;
}

function offerOf(bid: Bid, context: ResponseContext): Offer {
  const { snapshot } = bid.campaign;
  const { creative } = bid;
  // What only some players get of a film is written each time.
  const isWhole = bid.slot.video === undefined || renditionsOf(bid).every((rendition) => fits(bid.slot, rendition));
  const offers = offersFor(bid.slot.video?.vast, context);
  const known = isWhole ? offers.get(creative) : undefined;
  if (known !== undefined) return known;
  const urls = adUrls(context.adsUrl, { page: tokenMark, notice: tokenMark });
  const notices = { nurl: urls.win, burl: urls.bill, lurl: urls.loss };
  const json = JSON.stringify({
    adid: creative.uuid,
    ...notices,
    adm: markup(bid, urls),
    adomain: [snapshot.advertiserDomain],
    cid: String(snapshot.campaignId),
    crid: creative.uuid,
    cat: snapshot.iabCategories,
    cattax: contentTaxonomy1,
    w: creative.width,
    h: creative.height,
    exp: billingWindowSeconds,
    attr: creative.attributes,
    ...(bid.slot.video !== undefined ? videoFacts(creative, bid.slot.video.vast) : { mtype: htmlMarkupType }),
  });
  const pieces = json.slice(1).split(tokenMark);
  let end = 0;
  const cuts = pieces.map((piece) => {
    end += Buffer.byteLength(piece);
    return end;
  });
  const offer = {
    token: offerToken(bid, context),
    json: Buffer.from(pieces.join("")),
    cuts,
    notices: Object.keys(notices).length,
  };
  if (isWhole) offers.set(creative, offer);
  return offer;
}
