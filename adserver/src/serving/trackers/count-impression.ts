import { adKey, type SeenAds } from "../../auction/frequency-cap/seen-ads.ts";
import { consume, endHold, giveBack, hold } from "../../auction/lease.ts";
import { billingWindowSeconds } from "../../openrtb/response/bid-response.ts";
import type { ClearingPrice } from "../clearing-price/clearing-price.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { type Counting, eventOf, type HeldImpression, unknownReason, writeInvalid } from "./event-of.ts";
import type { InvalidReason, Visit } from "./invalid-traffic.ts";
import { learnImpression } from "./learn-outcome.ts";
import { countBilledPrice } from "./media-cost.ts";
import { bookPublisherShare } from "./publisher-share.ts";

/**
 * The only place where money is charged, once per ad. A pixel decides: it counts, or shows invalid traffic. A billing notice
 * says nothing about the visitor, so its impression is held until the pixel comes, or counts without one after this time
 * (decision 75).
 */
export const heldMs = 10_000;

const isDecided = (seen: SeenAds, key: string): boolean => seen.has(key, "counted") || seen.has(key, "invalid");
const isLate = (ad: AdToken, atMs: number): boolean => atMs - ad.bidMs > billingWindowSeconds * 1000;

/** Counts the impression pixel of an ad. The event is on disk before this resolves; if that fails, nothing is charged. */
export async function countPixel(counting: Counting, ad: AdToken, visit: Visit): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const atMs = visit.atMs ?? nowMs;
  const key = adKey(ad);
  if (ad.isTest) return;
  if (seen.has(key, "pixel")) return countDuplicate(counting, ad, atMs);
  seen.set(key, "pixel");
  const held = counting.held.get(key);
  if (isDecided(seen, key) || (held !== undefined && isLate(ad, atMs))) {
    counting.traffic.noteShown(visit, ad, nowMs);
    return;
  }
  const invalid =
    (held === undefined ? unknownReason(counting, ad, atMs) : undefined) ??
    counting.traffic.invalidReason(visit, "impression", ad, nowMs);
  if (invalid === "prefetch") {
    // If the prefetched page is opened, the same pixel comes again and counts.
    seen.unset(key, "pixel");
    if (seen.has(key, "prefetch")) return;
    seen.set(key, "prefetch");
    return writeInvalid(counting, ad, "impression", invalid, atMs);
  }
  if (held === undefined) return decide(counting, ad, "pixel", invalid, atMs);
  try {
    await decideHeld(counting, held, ad, invalid);
  } catch (error) {
    seen.unset(key, "pixel");
    throw error;
  }
}

/**
 * Counts the billing notice of an ad and books its price. Where its pixel has not come, the impression is held. All of it is
 * on disk before this resolves; if that fails, the exchange may send the notice again.
 */
export async function countBill(counting: Counting, ad: AdToken, visit: Visit, price: ClearingPrice): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const atMs = visit.atMs ?? nowMs;
  const key = adKey(ad);
  const book = () => countBilledPrice(counting, ad, price);
  if (ad.isTest) return void (await book());
  if (seen.has(key, "bill")) return void (await Promise.all([countDuplicate(counting, ad, atMs), book()]));
  seen.set(key, "bill");
  if (isDecided(seen, key) || counting.held.has(key)) return void (await book());
  const unknown = unknownReason(counting, ad, atMs);
  if (unknown === undefined && !isLate(ad, atMs)) return holdImpression(counting, ad, price, { atMs, nowMs });
  const invalid = unknown ?? counting.traffic.rateReason(ad, nowMs);
  await Promise.all([decide(counting, ad, "bill", invalid, atMs), book()]);
}

/** Counts held impressions whose pixel did not come in time, or `all`. Rejects if some could not be saved; they stay held. */
export async function countHeld(counting: Counting, all: "all" | "due" = "due"): Promise<void> {
  const nowMs = counting.engine.clock.now().getTime();
  const saved: Promise<void>[] = [];
  for (const held of counting.held.values()) {
    if (all === "due" && nowMs < held.untilMs) break;
    saved.push(decideHeld(counting, held, held.ad, counting.traffic.rateReason(held.ad, nowMs)));
  }
  const failed = (await Promise.allSettled(saved)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** Counts the impression of an ad if it is held: a valid call shows that a person sees the ad. */
export function countHeldOf(counting: Counting, ad: AdToken): Promise<void> | undefined {
  const held = counting.held.get(adKey(ad));
  if (held === undefined) return undefined;
  return decideHeld(counting, held, ad, counting.traffic.rateReason(ad, counting.engine.clock.now().getTime()));
}

async function countDuplicate(counting: Counting, ad: AdToken, atMs: number): Promise<void> {
  const key = adKey(ad);
  if (counting.seen.has(key, "duplicate")) return;
  counting.seen.set(key, "duplicate");
  await writeInvalid(counting, ad, "impression", "duplicate", atMs);
}

/** Charges or rejects an impression that is not held. */
async function decide(
  counting: Counting,
  ad: AdToken,
  source: "pixel" | "bill",
  invalid: InvalidReason | undefined,
  atMs: number,
): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (invalid !== undefined) {
    seen.set(key, "invalid");
    return writeInvalid(counting, ad, "impression", invalid, atMs);
  }
  seen.set(key, "counted");
  const lease = isLate(ad, atMs) ? undefined : consume(engine.leases, ad.leaseId, ad.campaignId, ad.priceMicros, nowMs);
  const charge = { chargeMicros: lease === undefined ? 0 : ad.priceMicros, leaseId: lease?.id ?? "", atMs };
  try {
    await appendCounted(counting, ad, charge);
  } catch (error) {
    seen.unset(key, "counted");
    seen.unset(key, source);
    if (lease !== undefined) giveBack(lease, charge.chargeMicros);
    throw error;
  }
  learnCounted(counting, ad, charge);
}

type Notice = { atMs: number; nowMs: number };

/** Consumes the charge, and writes what a restart needs to hold it again, with the media cost where one is booked. */
async function holdImpression(
  counting: Counting,
  ad: AdToken,
  price: ClearingPrice,
  { atMs, nowMs }: Notice,
): Promise<void> {
  const { leases } = counting.engine;
  const key = adKey(ad);
  const lease = consume(leases, ad.leaseId, ad.campaignId, ad.priceMicros, nowMs);
  const [chargeMicros, leaseId] = lease === undefined ? [0, ""] : [ad.priceMicros, lease.id];
  const held: HeldImpression = { ad, atMs, untilMs: nowMs + heldMs, chargeMicros, leaseId };
  counting.held.set(key, held);
  hold(leases, leaseId, chargeMicros);
  const fields = { held_micros: chargeMicros, lease_id: leaseId, visitor_key: ad.visitorKey };
  try {
    if (await countBilledPrice(counting, ad, price, fields)) return;
    await counting.append({ ...eventOf(counting, ad, "bill", atMs), ...fields });
  } catch (error) {
    // A pixel may have decided meanwhile.
    if (counting.held.get(key) === held) {
      counting.held.delete(key);
      endHold(leases, leaseId, chargeMicros, false);
      counting.seen.unset(key, "bill");
    }
    throw error;
  }
}

/** Charges or rejects a held impression; `ad` is that of the call that decides. */
async function decideHeld(
  counting: Counting,
  held: HeldImpression,
  ad: AdToken,
  invalid: InvalidReason | undefined,
): Promise<void> {
  const { seen, engine } = counting;
  const key = adKey(ad);
  const mark = invalid === undefined ? "counted" : "invalid";
  counting.held.delete(key);
  seen.set(key, mark);
  try {
    if (invalid === undefined) await appendCounted(counting, ad, held);
    else await writeInvalid(counting, ad, "impression", invalid, held.atMs);
  } catch (error) {
    seen.unset(key, mark);
    counting.held.set(key, held);
    throw error;
  }
  endHold(engine.leases, held.leaseId, held.chargeMicros, invalid === undefined);
  if (invalid === undefined) learnCounted(counting, ad, held);
}

type Charge = Pick<HeldImpression, "chargeMicros" | "leaseId" | "atMs">;

async function appendCounted(counting: Counting, ad: AdToken, { chargeMicros, leaseId, atMs }: Charge): Promise<void> {
  const event = eventOf(counting, ad, "impression", atMs);
  const counted = { charge_micros: chargeMicros, lease_id: leaseId, visitor_key: ad.visitorKey };
  // One without the other would charge twice after a retry, or not pay the publisher.
  await Promise.all([counting.append({ ...event, ...counted }), bookPublisherShare(counting, ad, chargeMicros, atMs)]);
}

function learnCounted(counting: Counting, ad: AdToken, { chargeMicros, leaseId, atMs }: Charge): void {
  if (leaseId === "") counting.metrics.uncharged.of(isLate(ad, atMs) ? "late" : "no_budget").count++;
  learnImpression(counting, ad, ad.visitorKey, chargeMicros, counting.engine.clock.now().getTime());
}
