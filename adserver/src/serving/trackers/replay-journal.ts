import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { adKey } from "../../auction/frequency-cap/seen-ads.ts";
import { endHold, hold } from "../../auction/lease.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { heldMs } from "./count-impression.ts";
import type { Counting } from "./event-of.ts";
import { noteReplayed, type ReplayedMoney } from "./resume-day-margins.ts";

/** What was shipped before a restart, and since when it is complete with what was not. */
export type ShippedHistory = { shipped(): AsyncIterable<NewAdEvent>; knowsSinceMs(): number };

/**
 * Replays the events of the journal after a restart, so that an ad that was offered before it is counted once, and an
 * impression that waited for its pixel waits again. Call it before leases are recovered. Returns what the events charged and
 * cost, for `resumeDayMargins` once the campaigns are known.
 */
export async function replayJournal(
  counting: Counting,
  unshipped: Iterable<NewAdEvent>,
  history: ShippedHistory | undefined,
): Promise<ReplayedMoney> {
  const money: ReplayedMoney = new Map();
  const replay = (event: NewAdEvent): void => {
    replayEvent(counting, event);
    noteReplayed(money, event);
  };
  for (const event of unshipped) replay(event);
  if (history === undefined) return money;
  const unshippedHolds = new Set(counting.held.keys());
  for await (const event of history.shipped()) replay(event);
  counting.knowsSinceMs = history.knowsSinceMs();
  // What happened to an older one is not known: it may have been charged.
  for (const [key, { atMs }] of [...counting.held]) {
    if (!unshippedHolds.has(key) && atMs < counting.knowsSinceMs) forgetHeld(counting, key);
  }
  return money;
}

/** Replays one event; later ones may come first. */
export function replayEvent(counting: Counting, event: NewAdEvent): void {
  const key = adKey({ exchange: event.exchange, auctionId: event.auction_id, impId: event.imp_id });
  const { seen } = counting;
  if (event.kind === "bid") return;
  if (event.kind !== "impression") {
    // The exchange may send a notice again whose answer was lost.
    if (event.kind !== "bill") seen.set(key, event.kind);
    if (event.kind === "cost") counting.costs.won.delete(key);
    if (event.won_micros !== undefined && !seen.has(key, "cost")) counting.costs.won.set(key, event.won_micros);
    if (event.held_micros !== undefined) holdAgain(counting, key, event, event.held_micros);
    return;
  }
  // Which of pixel and notice came is not known, so the next one of either confirms it.
  if (event.invalid === "prefetch" || event.invalid === "duplicate") return;
  seen.set(key, event.invalid === "" ? "counted" : "invalid");
  forgetHeld(counting, key);
}

function holdAgain(counting: Counting, key: string, event: NewAdEvent, chargeMicros: number): void {
  const { seen, held, engine } = counting;
  if (seen.has(key, "counted") || seen.has(key, "invalid") || held.has(key)) return;
  const leaseId = event.lease_id;
  const atMs = Date.parse(event.at);
  // Calls that came meanwhile wait in the database, so the pixel gets its time again.
  const untilMs = engine.clock.now().getTime() + heldMs;
  held.set(key, { ad: adOf(counting, event, chargeMicros), atMs, untilMs, chargeMicros, leaseId });
  hold(engine.leases, leaseId, chargeMicros);
}

function forgetHeld({ held, engine }: Counting, key: string): void {
  const known = held.get(key);
  if (known === undefined) return;
  held.delete(key);
  endHold(engine.leases, known.leaseId, known.chargeMicros, false);
}

/** The name of an ad's field in its events: `auctionId` is `auction_id`. */
type EventName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${EventName<Rest>}`
  : "";
type Described = {
  [Field in keyof AdToken as EventName<Field> extends keyof NewAdEvent ? Field : never]: EventName<Field>;
};

/** Every field of an ad that its events have. One that is added to both does not compile until it is added here. */
const described: Described = {
  exchange: "exchange",
  auctionId: "auction_id",
  impId: "imp_id",
  campaignId: "campaign_id",
  ownerUid: "owner_uid",
  creativeUuid: "creative_uuid",
  format: "format",
  site: "site",
  siteKind: "site_kind",
  country: "country",
  region: "region",
  city: "city",
  device: "device",
  browser: "browser",
  language: "language",
  currency: "currency",
  leaseId: "lease_id",
  visitorKey: "visitor_key",
  deal: "deal",
};

/** The ad of an event as far as its event describes it. Only what is learned from it, and was lost with the restart, needs the rest. */
function adOf({ process }: Counting, event: NewAdEvent, priceMicros: number): AdToken {
  const known = Object.fromEntries(
    Object.entries(described).map(([field, name]: [string, keyof NewAdEvent]) => [field, event[name] ?? ""]),
  ) as Pick<AdToken, keyof Described>;
  const lost: Omit<AdToken, keyof Described> = {
    process,
    priceMicros,
    medium: "display",
    slotName: "",
    bidMs: Date.parse(event.at),
    isTest: false,
    bidPrice: 0,
    bidCurrency: event.currency,
    isFirstPrice: false,
    dataFee: "",
  };
  return { ...known, ...lost };
}
