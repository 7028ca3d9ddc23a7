import { parseDeals } from "../../auction/deals.ts";
import type { Slot } from "../../kernel/ad-request.ts";
import {
  flag,
  identifier,
  type JsonRecord,
  list,
  number,
  numbers,
  present,
  record,
  text,
  texts,
} from "../../kernel/coerce.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";
import { vastFor } from "../../kernel/vast-version.ts";
import { nativeRequest } from "../native/native-request.ts";

const maxSlots = 20;
const maxSizes = 30;
const defaultMaxSeconds = 300;
/** `video.linearity` of overlays; our ads are linear. */
const overlay = 2;
/** `video.delivery`: our ads are progressive downloads. */
const streaming = 1;
const bannerTypes = { imageAd: 2, script: 3, frame: 4 };

/** This bidder's seat, and whether its ads use HTTPS. */
export type SlotContext = { seat: string; isSecure: boolean };

/**
 * The supported slots of a bid request. An `imp` with banner, video and native gives a slot for each; the exchange chooses
 * between their bids.
 */
export function parseSlots(imps: unknown, context: SlotContext): Slot[] {
  const slots: Slot[] = [];
  for (const entry of list(imps, maxSlots)) {
    const imp = record(entry);
    const id = identifier(imp.id, 128);
    if (id === "" || (flag(imp.secure) && !context.isSecure)) continue;
    const { seat } = context;
    if (present(imp.banner)) slots.push(bannerSlot(id, imp, seat));
    const video = present(imp.video) ? videoSlot(id, imp, seat) : undefined;
    if (video !== undefined) slots.push(video);
    const native = present(imp.native) ? nativeSlot(id, imp, seat) : undefined;
    if (native !== undefined) slots.push(native);
  }
  return slots;
}

type BannerKinds = Pick<Slot, "sizes" | "allowsHtml" | "allowsImage" | "blockedAttributes">;

/** What a banner object accepts. */
const bannerKinds = memoizeByRef((banner: JsonRecord): BannerKinds => {
  const sizes: string[] = [];
  addSize(sizes, banner);
  for (const format of list(banner.format, maxSizes)) addSize(sizes, record(format));
  const blocked = numbers(banner.btype);
  const mimes = texts(banner.mimes).map((mime) => mime.toLowerCase());
  const takes = (pattern: RegExp): boolean => mimes.length === 0 || mimes.some((mime) => pattern.test(mime));
  const takesScript = !blocked.includes(bannerTypes.script) && takes(/html|javascript|^image\//);
  return {
    sizes,
    allowsHtml: takesScript && !blocked.includes(bannerTypes.frame) && takes(/html|javascript/),
    allowsImage: takesScript && !blocked.includes(bannerTypes.imageAd),
    blockedAttributes: numbers(banner.battr),
  };
});

function bannerSlot(id: string, imp: JsonRecord, seat: string): Slot {
  const { sizes, allowsHtml, allowsImage, blockedAttributes } = bannerKinds(record(imp.banner));
  const market = record(imp.pmp);
  return {
    id,
    kind: "banner",
    sizes,
    floor: floorOf(imp),
    floorCurrency: floorCurrencyOf(imp),
    tagId: text(imp.tagid, 80),
    seenRate: seenRateOf(imp.metric),
    allowsHtml,
    allowsImage,
    blockedAttributes,
    video: undefined,
    privateOnly: flag(market.private_auction),
    deals: parseDeals(market.deals, seat),
  };
}

const floorOf = (imp: JsonRecord): number => Math.max(0, number(imp.bidfloor) ?? 0);
const floorCurrencyOf = (imp: JsonRecord): string => text(imp.bidfloorcur, 3).toUpperCase() || "USD";

function addSize(sizes: string[], from: JsonRecord): void {
  const width = number(from.w);
  const height = number(from.h);
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return;
  const size = `${width}x${height}`;
  if (!sizes.includes(size)) sizes.push(size);
}

function videoSlot(id: string, imp: JsonRecord, seat: string): Slot | undefined {
  const video = record(imp.video);
  const market = record(imp.pmp);
  const protocols = numbers(video.protocols ?? video.protocol);
  if (number(video.linearity) === overlay) return undefined;
  const deliveries = numbers(video.delivery);
  if (deliveries.length > 0 && deliveries.every((method) => method === streaming)) return undefined;
  const vast = vastFor(protocols);
  if (vast === undefined) return undefined;
  // In a pod an ad can be no longer than the pod.
  const podSeconds = number(video.poddur) ?? Number.POSITIVE_INFINITY;
  const requiredSeconds = numbers(video.rqddurs);
  const exactSeconds = requiredSeconds.filter((seconds) => seconds <= podSeconds);
  if (requiredSeconds.length > 0 && exactSeconds.length === 0) return undefined;
  return {
    id,
    kind: "video",
    sizes: [],
    floor: floorOf(imp),
    floorCurrency: floorCurrencyOf(imp),
    tagId: text(imp.tagid, 80),
    seenRate: seenRateOf(imp.metric),
    allowsHtml: false,
    allowsImage: false,
    blockedAttributes: numbers(video.battr),
    video: {
      vast,
      minSeconds: number(video.minduration) ?? 0,
      maxSeconds: Math.min(number(video.maxduration) ?? defaultMaxSeconds, podSeconds),
      exactSeconds,
      minKbps: number(video.minbitrate) ?? 0,
      maxKbps: number(video.maxbitrate) ?? Number.POSITIVE_INFINITY,
      contentTypes: texts(video.mimes).map((mime) => mime.toLowerCase()),
    },
    privateOnly: flag(market.private_auction),
    deals: parseDeals(market.deals, seat),
  };
}

function nativeSlot(id: string, imp: JsonRecord, seat: string): Slot | undefined {
  const native = record(imp.native);
  const market = record(imp.pmp);
  const asked = nativeRequest(native);
  if (asked === null) return undefined;
  return {
    id,
    kind: "native",
    sizes: [],
    floor: floorOf(imp),
    floorCurrency: floorCurrencyOf(imp),
    tagId: text(imp.tagid, 80),
    seenRate: seenRateOf(imp.metric),
    allowsHtml: false,
    allowsImage: false,
    blockedAttributes: numbers(native.battr),
    video: undefined,
    native: asked,
    privateOnly: flag(market.private_auction),
    deals: parseDeals(market.deals, seat),
  };
}

/** `imp.metric` of type viewability: some exchanges send a fraction, some a percentage. */
function seenRateOf(metrics: unknown): number | undefined {
  for (const entry of list(metrics, 20)) {
    const metric = record(entry);
    if (text(metric.type).toLowerCase() !== "viewability") continue;
    const value = number(metric.value);
    if (value === undefined || value < 0) continue;
    return Math.min(1, value > 1 ? value / 100 : value);
  }
  return undefined;
}
