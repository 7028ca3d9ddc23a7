import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";
import { noteClicks } from "../../auction/click-rates.ts";
import { placementOf } from "../../auction/eligibility/eligibility.ts";
import { adKey, type Mark } from "../../auction/frequency-cap/seen-ads.ts";
import { noteOutcome } from "../../auction/in-flight.ts";
import { consume, giveBack } from "../../auction/lease.ts";
import { countViewable } from "../../auction/viewability/viewability.ts";
import { recordViewability } from "../../auction/viewability/viewability-changes.ts";
import { billingWindowSeconds } from "../../openrtb/response/bid-response.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { type Counting, eventOf, unknownReason } from "./event-of.ts";
import type { InvalidReason, Visit } from "./invalid-traffic.ts";
import { learnImpression, learnWin } from "./learn-outcome.ts";
import { bookPublisherShare } from "./publisher-share.ts";

function noteInvalid({ metrics }: Counting, reason: InvalidReason): void {
  metrics.invalid.of(reason).count++;
}

async function writeInvalid(counting: Counting, ad: AdToken, kind: AdEventKind, reason: InvalidReason, nowMs: number) {
  noteInvalid(counting, reason);
  await counting.append({ ...eventOf(counting, ad, kind, nowMs), invalid: reason });
}

/**
 * The only place where money is charged: the first of impression pixel and billing notice counts, the other confirms it.
 * The event is on disk before this resolves; if that fails, nothing is charged and the caller gets the error.
 */
export async function countAdImpression(
  counting: Counting,
  ad: AdToken,
  source: "pixel" | "bill",
  visit: Visit,
): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const atMs = visit.atMs ?? nowMs;
  const key = adKey(ad);
  if (ad.isTest) return;
  if (seen.has(key, source)) {
    if (seen.has(key, "duplicate")) return;
    seen.set(key, "duplicate");
    return writeInvalid(counting, ad, "impression", "duplicate", atMs);
  }
  seen.set(key, source);
  if (seen.has(key, "counted") || seen.has(key, "invalid")) {
    if (source === "pixel") counting.traffic.noteShown(visit, ad, nowMs);
    return;
  }
  const { visitorKey } = ad;
  // A notice comes from the exchange's server, so only the visitor's rate can be checked.
  const invalid =
    unknownReason(counting, ad, atMs) ??
    (source === "pixel"
      ? counting.traffic.invalidReason(visit, "impression", ad, nowMs)
      : counting.traffic.rateReason(ad, nowMs));
  if (invalid === "prefetch") {
    // If the prefetched page is opened, the same pixel comes again and counts.
    seen.unset(key, source);
    if (seen.has(key, "prefetch")) return;
    seen.set(key, "prefetch");
    return writeInvalid(counting, ad, "impression", invalid, atMs);
  }
  if (invalid !== undefined) {
    seen.set(key, "invalid");
    return writeInvalid(counting, ad, "impression", invalid, atMs);
  }
  seen.set(key, "counted");
  const isLate = atMs - ad.bidMs > billingWindowSeconds * 1000;
  const lease = isLate ? undefined : consume(engine.leases, ad.leaseId, ad.campaignId, ad.priceMicros, nowMs);
  const chargeMicros = lease === undefined ? 0 : ad.priceMicros;
  try {
    const event = eventOf(counting, ad, "impression", atMs);
    const counted = { charge_micros: chargeMicros, lease_id: lease?.id ?? "", visitor_key: visitorKey };
    // One without the other would charge twice after a retry, or not pay the publisher.
    await Promise.all([
      counting.append({ ...event, ...counted }),
      bookPublisherShare(counting, ad, chargeMicros, atMs),
    ]);
  } catch (error) {
    seen.unset(key, "counted");
    seen.unset(key, source);
    if (lease !== undefined) giveBack(lease, chargeMicros);
    throw error;
  }
  if (lease === undefined) counting.metrics.uncharged.of(isLate ? "late" : "no_budget").count++;
  learnImpression(counting, ad, visitorKey, chargeMicros, nowMs);
}

/** Measured and viewable impressions and video progress: once for each counted impression. */
export async function countAdEvent(
  counting: Counting,
  ad: AdToken,
  kind: Mark & AdEventKind,
  visit: Visit,
): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, kind) || seen.has(key, "invalid")) return;
  if (!seen.has(key, "counted")) return noteInvalid(counting, "no_impression");
  const invalid = counting.traffic.invalidReason(visit, "other", ad, nowMs);
  if (invalid !== undefined) return noteInvalid(counting, invalid);
  // A viewable impression was measured, also where a player reports nothing else. Both are written to disk together.
  const isImplied = kind === "viewable" && !seen.has(key, "measured");
  const atMs = visit.atMs ?? nowMs;
  await Promise.all([
    isImplied ? recordAdEvent(counting, ad, "measured", atMs) : undefined,
    recordAdEvent(counting, ad, kind, atMs),
  ]);
}

async function recordAdEvent(counting: Counting, ad: AdToken, kind: Mark & AdEventKind, nowMs: number): Promise<void> {
  const { seen, engine, metrics } = counting;
  const key = adKey(ad);
  seen.set(key, kind);
  try {
    await counting.append(eventOf(counting, ad, kind, nowMs));
  } catch (error) {
    seen.unset(key, kind);
    throw error;
  }
  metrics.events.of(kind).count++;
  const state = engine.states.get(ad.campaignId);
  if (state === undefined || (kind !== "viewable" && kind !== "measured")) return;
  const placement = placementOf(ad.site, ad.slotName);
  recordViewability(engine.viewabilityChanges, placement, ad.campaignId, { [kind]: 1 });
  if (kind === "viewable") countViewable(engine.placements, placement, state.viewability, ad.bidMs, nowMs);
}

/** VAST 4.2, 2.3.6.3: "undefined error". */
const unknownError = "900";

/**
 * A player's report that it cannot play the video, once per ad and usually before the impression. A `code` outside of
 * VAST's range (100 to 999) is stored as 900.
 */
export async function countPlayerError(counting: Counting, ad: AdToken, code: string, visit: Visit): Promise<void> {
  const { seen, engine, metrics } = counting;
  const nowMs = engine.clock.now().getTime();
  const atMs = visit.atMs ?? nowMs;
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, "video_error")) return;
  const invalid = unknownReason(counting, ad, atMs) ?? counting.traffic.invalidReason(visit, "other", ad, nowMs);
  if (invalid !== undefined) return noteInvalid(counting, invalid);
  seen.set(key, "video_error");
  try {
    const known = /^[1-9]\d\d$/.test(code) ? code : unknownError;
    await counting.append({ ...eventOf(counting, ad, "video_error", atMs), invalid: `player_${known}` });
  } catch (error) {
    seen.unset(key, "video_error");
    throw error;
  }
  metrics.events.of("video_error").count++;
}

/** A click counts once per counted impression; others are stored with the reason why not. */
export async function countClick(counting: Counting, ad: AdToken, visit: Visit): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const atMs = visit.atMs ?? nowMs;
  const key = adKey(ad);
  if (ad.isTest) return;
  if (seen.has(key, "click")) {
    if (seen.has(key, "duplicate")) return;
    seen.set(key, "duplicate");
    return writeInvalid(counting, ad, "click", "duplicate", atMs);
  }
  const { visitorKey } = ad;
  const invalid =
    unknownReason(counting, ad, atMs) ??
    counting.traffic.invalidReason(visit, "click", ad, nowMs) ??
    (seen.has(key, "counted") ? undefined : "no_impression");
  if (invalid === "prefetch") return noteInvalid(counting, "prefetch");
  seen.set(key, "click");
  if (invalid !== undefined) return writeInvalid(counting, ad, "click", invalid, atMs);
  try {
    await counting.append(eventOf(counting, ad, "click", atMs));
  } catch (error) {
    seen.unset(key, "click");
    throw error;
  }
  counting.metrics.clicks.count++;
  const placement = placementOf(ad.site, ad.slotName);
  recordViewability(engine.viewabilityChanges, placement, ad.campaignId, { clicks: 1 });
  noteClicks(engine.clickRates, placement, 0, 1);
  engine.audiences.note(visitorKey, ad.ownerUid);
}

/** A win or loss notice. Neither charges; a loss releases the pending bid. */
export async function countNotice(counting: Counting, ad: AdToken, kind: "win" | "loss"): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, kind) || unknownReason(counting, ad, nowMs) !== undefined) return;
  seen.set(key, kind);
  counting.metrics.notices.of(kind).count++;
  const state = engine.states.get(ad.campaignId);
  if (kind === "loss") {
    if (state !== undefined) noteOutcome(state.inFlight, ad.bidMs, nowMs);
    return;
  }
  engine.traffic.wins++;
  learnWin(seen, engine, ad);
  if (state !== undefined) state.pace.wins++;
  await counting.append(eventOf(counting, ad, "win", nowMs));
}

/** Replays an event of the journal after a restart, so that an ad that was offered before it is counted once. */
export function replayEvent(counting: Counting, event: NewAdEvent): void {
  const key = adKey({ exchange: event.exchange, auctionId: event.auction_id, impId: event.imp_id });
  const { seen } = counting;
  if (event.kind === "bid") return;
  if (event.kind !== "impression") {
    seen.set(key, event.kind);
    return;
  }
  // Which of pixel and notice came is not known, so the next one of either confirms it.
  if (event.invalid === "prefetch" || event.invalid === "duplicate") return;
  seen.set(key, event.invalid === "" ? "counted" : "invalid");
}
