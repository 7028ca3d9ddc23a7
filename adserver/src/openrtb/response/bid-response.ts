import { randomUUID } from "node:crypto";
import { nativeCreative, type SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Random } from "@litfass/platform/random";
import type { Bid } from "../../auction/auction.ts";
import { audioFormat, nativeFormat, videoFormat } from "../../auction/campaign-index/index-compile.ts";
import { fits } from "../../auction/choose-creative.ts";
import { companionsFor } from "../../auction/companions.ts";
import { countedImp } from "../../auction/frequency-cap/seen-ads.ts";
import type { AdRequest, AudioLimits, ConsentSignal, PlayerLimits } from "../../kernel/ad-request.ts";
import { defaultVast, isAtLeast, protocolOf, type VastVersion } from "../../kernel/vast-version.ts";
import type { AdSeal, AdTokens } from "../../serving/tokens/ad-seal.ts";
import { type AdToken, packOffer, packToken } from "../../serving/tokens/ad-token.ts";
import { type AdUrls, adUrls, throughExchange, withPrice } from "../../serving/tokens/ad-urls.ts";
import { nativeMarkup } from "../native/native-markup.ts";
import type { ProfileRules } from "../profiles/profile.ts";
import { contentTaxonomy1, declaredCategory } from "../taxonomy/categories.ts";
import { companionElements } from "../vast/companion-ads.ts";
import { vastDocument } from "../vast/vast.ts";
import { wrapperDocument } from "../vast/vast-wrapper.ts";
import { nativePictureUrl, newerFacts, noticesOf, pictureUrl } from "./bid-members.ts";
import { type BufferWriter, repeatWritten, writeLatin1, writeSlice, writeUtf8, writtenBytes } from "./buffer-writer.ts";
import { identityOf, nativeIdentityOf } from "./creative-identity.ts";
import type { Dialect, Offer } from "./dialect.ts";
import { dsaObject, showsLabel } from "./dsa.ts";
import { bannerMarkup } from "./markup.ts";
import { trackersOf, vastTagUrl } from "./third-party-trackers.ts";

export type ResponseContext = {
  adsUrl: string;
  process: string;
  seat: string;
  /** The operator's name in VAST documents. */
  adSystem: string;
  adSeal: AdSeal;
  /** For the cachebusters of third parties. */
  random: Random;
  /** The hosts that third parties' trackers may use. */
  thirdPartyHosts: readonly string[];
  /** How most exchanges read bids; the others are in `dialects` by name. */
  usual: Dialect;
  dialects: ReadonlyMap<string, Dialect>;
  /** The reused response buffer. */
  writer: BufferWriter;
};

/** Impressions later than this after the bid are not charged. Sent to the exchange as `exp`. */
export const billingWindowSeconds = 600;

/** What an ad is to its visitors; a banner with a video counts as one. */
function mediumOf({ slot, creative }: Bid): AdToken["medium"] {
  if (slot.kind === "audio") return "audio";
  return slot.kind === "video" || creative.durationSeconds !== undefined ? "video" : "display";
}

/** What the player of a bid accepts; undefined for banners and native ads. */
const playerOf = ({ slot }: Bid): PlayerLimits | undefined => slot.video ?? slot.audio;

function offerToken(bid: Bid, context: ResponseContext): string {
  const { snapshot, priceMicros } = bid.campaign;
  return packOffer({
    process: context.process,
    campaignId: snapshot.campaignId,
    ownerUid: snapshot.ownerUid,
    ...(bid.slot.native === undefined
      ? { creativeUuid: bid.creative.uuid, format: bid.creative.format }
      : { creativeUuid: nativeCreative, format: nativeFormat }),
    medium: mediumOf(bid),
    priceMicros,
    currency: snapshot.currency,
  });
}

function tokenOf(request: AdRequest, bid: Bid, offer: string, { adSeal }: ResponseContext): AdTokens {
  const { visitor } = request;
  return packToken(adSeal, offer, {
    exchange: request.exchange,
    auctionId: request.id,
    impId: countedImp(request.exchange, bid.slot),
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
    bidPrice: bid.price,
    bidCurrency: bid.currency,
    isFirstPrice: bid.isFirstPrice,
    deal: bid.deal,
    dataFee: bid.dataFee,
  });
}

/** The markup of a bid with signed URLs. */
export function markupOf(request: AdRequest, bid: Bid, context: ResponseContext): string {
  const urls = adUrls(context.adsUrl, tokenOf(request, bid, offerToken(bid, context), context));
  return markup(request, bid, urls, context, context.usual.rules);
}

function markup(request: AdRequest, bid: Bid, urls: AdUrls, context: ResponseContext, rules: ProfileRules): string {
  const { snapshot } = bid.campaign;
  const { consent } = request;
  const hasTrackers = snapshot.trackers !== undefined;
  if (bid.slot.kind === "banner") {
    return bannerMarkup(bid.creative, bannerUrls(urls, rules), snapshot.advertiserDomain, snapshot.language, {
      consent,
      hasTrackers,
    });
  }
  const trackers = trackersOf(snapshot, request, { hosts: context.thirdPartyHosts, random: context.random });
  if (bid.slot.native !== undefined) {
    const asked = rules.wrapsNative ? { ...bid.slot.native, isWrapped: true } : bid.slot.native;
    return nativeMarkup(asked, bid.creative, urls, trackers);
  }
  const adId = `${snapshot.campaignId}-${bid.creative.uuid}`;
  const { adSystem } = context;
  if (bid.creative.vastTag !== undefined) {
    const tagUrl = vastTagUrl(bid.creative.vastTag.url, request, context.random);
    return wrapperDocument(adId, tagUrl, urls, { version: playerOf(bid)?.wrapper, adSystem, trackers });
  }
  return vastDocument(
    adId,
    snapshot.name,
    renditionsOf(bid).filter((rendition) => fits(bid.slot, rendition)),
    urls,
    {
      version: playerOf(bid)?.vast,
      adSystem,
      trackers,
      companions: bid.slot.audio === undefined ? "" : companionAds(bid, bid.slot.audio, urls, consent),
    },
  );
}

/** The URLs in a banner: where the exchange says so, with its click URL and its price. */
export function bannerUrls(urls: AdUrls, { clickMacro, hasPriceInMarkup }: ProfileRules): AdUrls {
  const counted = clickMacro === undefined ? urls : throughExchange(urls, clickMacro);
  return hasPriceInMarkup ? withPrice(counted) : counted;
}

/** The companion banners of a spot that the player has a space for. */
function companionAds({ campaign }: Bid, audio: AudioLimits, urls: AdUrls, consent: ConsentSignal | undefined): string {
  const { creatives, advertiserDomain, language } = campaign.snapshot;
  const describes = isAtLeast(audio.vast, "4.0");
  const options = { kinds: audio.companionKinds, advertiser: advertiserDomain, language, consent, describes };
  return companionElements(companionsFor(audio, creatives), urls, options);
}

/** The files of a bid's video or spot. */
const renditionsOf = ({ slot, campaign, creative }: Bid): SnapshotCreative[] =>
  (campaign.creatives.get(slot.kind === "audio" ? audioFormat : videoFormat) ?? []).filter(
    ({ uuid }) => uuid === creative.uuid,
  );

/**
 * The response for at least one bid, as JSON. Its bytes are valid until the next response is written. Undefined where the
 * exchange takes no token as long as theirs.
 */
export function bidResponse(request: AdRequest, bids: Bid[], context: ResponseContext): Buffer | undefined {
  const [first] = bids;
  if (first === undefined) throw new Error("A bid response needs a bid");
  const { writer } = context;
  writer.end = 0;
  const currency = quoted(first.currency);
  const dialect = context.dialects.get(request.exchange) ?? context.usual;
  const seat = quoted(seatOf(dialect, context));
  const { maxTokenChars } = dialect.rules;
  let before = `{"id":${quoted(request.id)},"cur":${currency},"seatbid":[{"seat":${seat},"bid":[`;
  for (const bid of bids) {
    const offer = offerOf(request, bid, dialect, context);
    const tokens = tokenOf(request, bid, offer.token, context);
    if (maxTokenChars !== undefined && tokens.page.length > maxTokenChars) continue;
    const impId = quoted(bid.slot.id);
    const id = quoted(`${bid.slot.id}-${bid.campaign.snapshot.campaignId}`);
    writeUtf8(
      writer,
      `${before}{"id":${id},"impid":${impId},"price":${bid.price},${extrasOf(request, bid, dialect, context)}`,
    );
    putOffer(writer, offer, tokens);
    before = ",";
  }
  if (writer.end === 0) return undefined;
  writeUtf8(writer, "]}]}");
  return writtenBytes(writer);
}

const seatOf = ({ account, rules }: Dialect, { seat }: ResponseContext): string =>
  account !== undefined && rules.accountIsSeat ? account : seat;

/** Writes an offer with its tokens. */
function putOffer(writer: BufferWriter, { json, cuts, notices }: Offer, tokens: AdTokens): void {
  const { length } = tokens.page;
  writeSlice(writer, json, 0, cuts[0] ?? 0);
  let from = 0;
  for (let i = 1; i < cuts.length; i++) {
    if (i === 1 || i === notices + 1) {
      from = writer.end;
      writeLatin1(writer, i <= notices ? tokens.notice : tokens.page);
    } else repeatWritten(writer, from, length);
    writeSlice(writer, json, cuts[i - 1] ?? 0, cuts[i] ?? 0);
  }
}

/** The optional members: deal, transparency and the exchange's extension. */
function extrasOf(request: AdRequest, bid: Bid, { rules, account }: Dialect, context: ResponseContext): string {
  const deal = bid.deal === "" ? "" : `"dealid":${JSON.stringify(bid.deal)},`;
  const own = rules.extOf?.(account);
  if (rules.hasOnlyOwnExt || (request.dsa === "none" && own === undefined)) return deal;
  const ext =
    request.dsa === "none"
      ? own
      : { ...own, dsa: dsaObject(bid.campaign.snapshot, new URL(context.adsUrl).hostname, showsLabel(bid.slot)) };
  return `${deal}"ext":${JSON.stringify(ext)},`;
}

/** The placeholder of the token in a prepared offer; unguessable, so that no customer text equals it. */
const tokenMark = randomUUID();

const plain = /^[\w .:/-]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

function offersFor(taxonomy: number, vast: VastVersion, { offers, otherOffers }: Dialect) {
  if (taxonomy === contentTaxonomy1 && vast === defaultVast) return offers;
  const ofTaxonomy = otherOffers.get(taxonomy) ?? new Map<VastVersion, WeakMap<SnapshotCreative, Offer>>();
  const found = ofTaxonomy.get(vast) ?? new WeakMap<SnapshotCreative, Offer>();
  otherOffers.set(taxonomy, ofTaxonomy.set(vast, found));
  return found;
}

function offerOf(request: AdRequest, bid: Bid, dialect: Dialect, context: ResponseContext): Offer {
  const { taxonomy } = request;
  const { snapshot } = bid.campaign;
  const { creative } = bid;
  const player = playerOf(bid);
  // Files that only some players accept, companion banners, the parts that a page wants, and what third parties are told
  // are written per bid.
  const isWhole =
    creative.isThirdParty !== true &&
    snapshot.trackers === undefined &&
    bid.slot.native === undefined &&
    !(bid.slot.audio?.companions.length && snapshot.creatives.some(({ isCompanion }) => isCompanion)) &&
    (player === undefined || renditionsOf(bid).every((rendition) => fits(bid.slot, rendition)));
  const offers = offersFor(taxonomy, player?.vast ?? defaultVast, dialect);
  const known = isWhole ? offers.get(creative) : undefined;
  if (known !== undefined) return known;
  const urls = adUrls(context.adsUrl, { page: tokenMark, notice: tokenMark });
  const notices = noticesOf(urls, dialect);
  const isNative = bid.slot.native !== undefined;
  const identity = isNative ? nativeIdentityOf(snapshot, creative) : identityOf(snapshot, creative);
  const { rules } = dialect;
  const members = {
    adid: identity.id,
    ...notices,
    adm: markup(request, bid, urls, context, rules),
    adomain: [identity.domain],
    iurl: isNative ? nativePictureUrl(creative, urls) : pictureUrl(creative, urls),
    cid: String(snapshot.campaignId),
    crid: identity.id,
    ...declaredCategory(snapshot, taxonomy),
    ...(isNative || bid.slot.audio !== undefined
      ? undefined
      : { w: creative.width, h: creative.height, attr: creative.attributes }),
    exp: billingWindowSeconds,
    language: bid.campaign.language || undefined,
    ...(player === undefined ? undefined : { protocol: protocolOf(player, creative) }),
    ...(dialect.protocol === "2.5" ? undefined : newerFacts(bid)),
  };
  const json = JSON.stringify(rules.shape?.(members, tokenMark) ?? members);
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
    notices: dialect.notices.length,
  };
  if (isWhole) offers.set(creative, offer);
  return offer;
}
