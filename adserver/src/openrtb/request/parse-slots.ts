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
} from "../../kernel/coerce.ts";
import { nativeRequest } from "../native/native-request.ts";
import { audioLimits } from "./audio-limits.ts";
import { bannerKinds } from "./banner-kinds.ts";
import { playerLimits } from "./player-limits.ts";

const maxSlots = 20;
/** `video.linearity` of overlays; our ads are linear. */
const overlay = 2;

/** This bidder's seat, and whether its ads use HTTPS. */
export type SlotContext = { seat: string; isSecure: boolean };

/**
 * The supported slots of a bid request. An `imp` with several kinds of ads gives a slot for each; the exchange chooses
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
    const audio = present(imp.audio) ? audioSlot(id, imp, seat) : undefined;
    if (audio !== undefined) slots.push(audio);
  }
  return slots;
}

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

function videoSlot(id: string, imp: JsonRecord, seat: string): Slot | undefined {
  const video = record(imp.video);
  const market = record(imp.pmp);
  if (number(video.linearity) === overlay) return undefined;
  const limits = playerLimits(video);
  if (limits === undefined) return undefined;
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
    video: limits,
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

/** A spot is heard, so what the exchange measured of its viewability says nothing. */
function audioSlot(id: string, imp: JsonRecord, seat: string): Slot | undefined {
  const audio = record(imp.audio);
  const market = record(imp.pmp);
  const limits = audioLimits(audio);
  if (limits === undefined) return undefined;
  return {
    id,
    kind: "audio",
    sizes: [],
    floor: floorOf(imp),
    floorCurrency: floorCurrencyOf(imp),
    tagId: text(imp.tagid, 80),
    seenRate: undefined,
    allowsHtml: false,
    allowsImage: false,
    blockedAttributes: numbers(audio.battr),
    video: undefined,
    audio: limits,
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
