import type { AdEventKind } from "@litfass/contract/events/ad-event";
import { noteClicks } from "../../auction/click-rates.ts";
import { placementOf } from "../../auction/eligibility/eligibility.ts";
import { adKey, type Mark } from "../../auction/frequency-cap/seen-ads.ts";
import { noteOutcome } from "../../auction/in-flight.ts";
import { countViewable } from "../../auction/viewability/viewability.ts";
import { recordViewability } from "../../auction/viewability/viewability-changes.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { countHeldOf } from "./count-impression.ts";
import { type Counting, eventOf, noteInvalid, unknownReason, writeInvalid } from "./event-of.ts";
import type { Visit } from "./invalid-traffic.ts";
import { learnWin } from "./learn-outcome.ts";

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
  if (!seen.has(key, "counted") && !counting.held.has(key)) return noteInvalid(counting, "no_impression");
  const invalid = counting.traffic.invalidReason(visit, "other", ad, nowMs);
  if (invalid !== undefined) return noteInvalid(counting, invalid);
  const shown = countHeldOf(counting, ad);
  if (!seen.has(key, "counted")) return shown;
  // A viewable impression was measured, also where a player reports nothing else. Both are written to disk together.
  const isImplied = kind === "viewable" && !seen.has(key, "measured");
  const atMs = visit.atMs ?? nowMs;
  await Promise.all([
    shown,
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
  const doubt = unknownReason(counting, ad, atMs) ?? counting.traffic.invalidReason(visit, "click", ad, nowMs);
  const shown = doubt === undefined ? countHeldOf(counting, ad) : undefined;
  const invalid = doubt ?? (seen.has(key, "counted") ? undefined : "no_impression");
  if (invalid === "prefetch") return noteInvalid(counting, "prefetch");
  seen.set(key, "click");
  if (invalid !== undefined) {
    await Promise.all([shown, writeInvalid(counting, ad, "click", invalid, atMs)]);
    return;
  }
  try {
    await Promise.all([shown, counting.append(eventOf(counting, ad, "click", atMs))]);
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
export async function countNotice(
  counting: Counting,
  ad: AdToken,
  kind: "win" | "loss",
  wonMicros?: number,
): Promise<void> {
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
  await counting.append({ ...eventOf(counting, ad, "win", nowMs), won_micros: wonMicros });
}
