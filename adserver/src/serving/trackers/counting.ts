import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";
import { noteClicks } from "../../auction/click-rates.ts";
import { placementOf } from "../../auction/eligibility/eligibility.ts";
import type { Engine } from "../../auction/engine.ts";
import { adKey, type Mark, rememberedMs, type SeenAds } from "../../auction/frequency-cap/seen-ads.ts";
import { noteOutcome } from "../../auction/in-flight.ts";
import { consume, giveBack } from "../../auction/lease.ts";
import { countImpression, countViewable } from "../../auction/viewability/viewability.ts";
import { noteVisibility } from "../../auction/viewability/viewability-changes.ts";
import { billingWindowSeconds } from "../../openrtb/response/bid-response.ts";
import type { SharedCap } from "../../sync/shared-cap.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import type { InvalidReason, TrafficCheck, Visit } from "./invalid-traffic.ts";

export type Counting = {
  engine: Engine;
  process: string;
  /** Ads offered before this cannot be told from ones already counted: nothing is remembered of them. */
  rememberedSinceMs: number;
  seen: SeenAds;
  traffic: TrafficCheck;
  metrics: Metrics;
  sharedCap: SharedCap | undefined;
  /** Resolves when the event is safely on disk. */
  append: (event: NewAdEvent) => Promise<unknown>;
};

let lastMs = Number.NaN;
let lastAt = "";

/** An instant as ISO 8601; many events are of the same millisecond. */
function instantOf(atMs: number): string {
  if (atMs !== lastMs) {
    lastAt = new Date(atMs).toISOString();
    lastMs = atMs;
  }
  return lastAt;
}

const eventOf = (ad: AdToken, kind: AdEventKind, atMs: number): NewAdEvent => ({
  kind,
  at: instantOf(atMs),
  exchange: ad.exchange,
  auction_id: ad.auctionId,
  imp_id: ad.impId,
  campaign_id: ad.campaignId,
  owner_uid: ad.ownerUid,
  creative_uuid: ad.creativeUuid,
  format: ad.format,
  site: ad.site,
  site_kind: ad.siteKind,
  country: ad.country,
  region: ad.region,
  city: ad.city,
  device: ad.device,
  browser: ad.browser,
  language: ad.language,
  charge_micros: 0,
  currency: ad.currency,
  lease_id: "",
  invalid: "",
});

async function writeInvalid(counting: Counting, ad: AdToken, kind: AdEventKind, reason: InvalidReason, nowMs: number) {
  counting.metrics.add("litfass_invalid_total", `reason="${reason}"`);
  await counting.append({ ...eventOf(ad, kind, nowMs), invalid: reason });
}

/** Reasons that lie in what this process can know of the ad. */
function whyUnknown(counting: Counting, ad: AdToken, nowMs: number): InvalidReason | undefined {
  if (ad.process !== counting.process) return "other_process";
  if (nowMs - ad.bidMs > rememberedMs) return "expired";
  return ad.bidMs < counting.rememberedSinceMs ? "after_restart" : undefined;
}

/**
 * The one place where money is charged: the first of impression pixel and billing notice counts, the other confirms.
 * Written down before it is acknowledged; where that fails nothing was charged and the error goes to the caller.
 */
export async function countAdImpression(
  counting: Counting,
  ad: AdToken,
  source: "pixel" | "bill",
  visit: Visit,
): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest) return;
  if (seen.has(key, source)) {
    if (seen.has(key, "duplicate")) return;
    seen.set(key, "duplicate");
    return writeInvalid(counting, ad, "impression", "duplicate", nowMs);
  }
  seen.set(key, source);
  if (seen.has(key, "counted") || seen.has(key, "invalid")) return;
  const { visitorKey } = ad;
  // A notice comes from the exchange's server: what it is sent by says nothing of the visitor, whose rate holds all the same.
  const invalid =
    whyUnknown(counting, ad, nowMs) ??
    (source === "pixel"
      ? counting.traffic.whyInvalid(visit, "impression", ad, nowMs)
      : counting.traffic.whyTooFast(ad, nowMs));
  if (invalid === "prefetch") {
    // The page may still be opened: then the same pixel comes again and counts.
    seen.unset(key, source);
    if (seen.has(key, "prefetch")) return;
    seen.set(key, "prefetch");
    return writeInvalid(counting, ad, "impression", invalid, nowMs);
  }
  if (invalid !== undefined) {
    seen.set(key, "invalid");
    return writeInvalid(counting, ad, "impression", invalid, nowMs);
  }
  seen.set(key, "counted");
  const isLate = nowMs - ad.bidMs > billingWindowSeconds * 1000;
  const lease = isLate ? undefined : consume(engine.leases, ad.leaseId, ad.campaignId, ad.priceMicros, nowMs);
  const chargeMicros = lease === undefined ? 0 : ad.priceMicros;
  try {
    const event = eventOf(ad, "impression", nowMs);
    await counting.append({
      ...event,
      charge_micros: chargeMicros,
      lease_id: lease?.id ?? "",
      visitor_key: visitorKey,
    });
  } catch (error) {
    seen.unset(key, "counted");
    seen.unset(key, source);
    if (lease !== undefined) giveBack(lease, chargeMicros);
    throw error;
  }
  if (lease === undefined) counting.metrics.add("litfass_uncharged_total", `reason="${isLate ? "late" : "no_budget"}"`);
  learnImpression(counting, ad, visitorKey, chargeMicros, nowMs);
}

/** Of a campaign that was stopped meanwhile it is not known. */
function mayBeCapped({ index }: Engine, campaignId: number): boolean {
  const ordinal = index.ordinals.get(campaignId);
  return ordinal === undefined || index.campaigns[ordinal]!.isCapped;
}

function learnImpression(
  { engine, metrics, sharedCap }: Counting,
  ad: AdToken,
  visitorKey: string,
  chargeMicros: number,
  nowMs: number,
) {
  metrics.add("litfass_impressions_total");
  metrics.add("litfass_charged_micros_total", `currency="${ad.currency}"`, chargeMicros);
  if (visitorKey !== "") {
    if (sharedCap !== undefined && mayBeCapped(engine, ad.campaignId)) {
      const known = engine.frequency.seen(ad.campaignId, visitorKey);
      sharedCap.noteImpression({ campaignId: ad.campaignId, visitorKey, bid: adKey(ad), known, nowMs });
    }
    engine.frequency.noteImpression(ad.campaignId, visitorKey);
    engine.contacts.note(visitorKey, ad.ownerUid);
  }
  const state = engine.states.get(ad.campaignId);
  if (state === undefined) return;
  noteOutcome(state.inFlight, ad.bidMs, nowMs);
  state.pace.chargedMicros += chargeMicros;
  const placement = placementOf(ad.site, ad.slotName);
  countImpression(engine.placements, placement, state.visibility, ad.bidMs, nowMs);
  noteVisibility(engine.visibilityChanges, placement, ad.campaignId, { impressions: 1 });
  noteClicks(engine.clickRates, placement, 1, 0);
}

/** Viewable impressions and video progress: once for each counted impression. */
export async function countAdEvent(
  counting: Counting,
  ad: AdToken,
  kind: Mark & AdEventKind,
  visit: Visit,
): Promise<void> {
  const { seen, engine, metrics } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, kind) || seen.has(key, "invalid")) return;
  if (!seen.has(key, "counted")) return metrics.add("litfass_invalid_total", `reason="no_impression"`);
  const invalid = counting.traffic.whyInvalid(visit, "other", ad, nowMs);
  if (invalid !== undefined) return metrics.add("litfass_invalid_total", `reason="${invalid}"`);
  seen.set(key, kind);
  try {
    await counting.append(eventOf(ad, kind, nowMs));
  } catch (error) {
    seen.unset(key, kind);
    throw error;
  }
  metrics.add("litfass_events_total", `kind="${kind}"`);
  const state = engine.states.get(ad.campaignId);
  if (kind === "viewable" && state !== undefined) {
    const placement = placementOf(ad.site, ad.slotName);
    countViewable(engine.placements, placement, state.visibility, ad.bidMs, nowMs);
    noteVisibility(engine.visibilityChanges, placement, ad.campaignId, { viewable: 1 });
  }
}

/** VAST 4.2, 2.3.6.3: "undefined error". */
const unknownError = "900";

/**
 * A player's word that it cannot play the video, once for each ad: mostly before there is an impression. `code` is what
 * it put into the address; what is no code of VAST (100 to 999) is kept as 900.
 */
export async function countPlayerError(counting: Counting, ad: AdToken, code: string, visit: Visit): Promise<void> {
  const { seen, engine, metrics } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, "video_error")) return;
  const invalid = whyUnknown(counting, ad, nowMs) ?? counting.traffic.whyInvalid(visit, "other", ad, nowMs);
  if (invalid !== undefined) return metrics.add("litfass_invalid_total", `reason="${invalid}"`);
  seen.set(key, "video_error");
  try {
    const known = /^[1-9]\d\d$/.test(code) ? code : unknownError;
    await counting.append({ ...eventOf(ad, "video_error", nowMs), invalid: `player_${known}` });
  } catch (error) {
    seen.unset(key, "video_error");
    throw error;
  }
  metrics.add("litfass_events_total", 'kind="video_error"');
}

/** A click counts once for each counted impression; others are written down with their reason. */
export async function countClick(counting: Counting, ad: AdToken, visit: Visit): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest) return;
  if (seen.has(key, "click")) {
    if (seen.has(key, "duplicate")) return;
    seen.set(key, "duplicate");
    return writeInvalid(counting, ad, "click", "duplicate", nowMs);
  }
  const { visitorKey } = ad;
  const invalid =
    whyUnknown(counting, ad, nowMs) ??
    counting.traffic.whyInvalid(visit, "click", ad, nowMs) ??
    (seen.has(key, "counted") ? undefined : "no_impression");
  if (invalid === "prefetch") return counting.metrics.add("litfass_invalid_total", `reason="prefetch"`);
  seen.set(key, "click");
  if (invalid !== undefined) return writeInvalid(counting, ad, "click", invalid, nowMs);
  try {
    await counting.append(eventOf(ad, "click", nowMs));
  } catch (error) {
    seen.unset(key, "click");
    throw error;
  }
  counting.metrics.add("litfass_clicks_total");
  const placement = placementOf(ad.site, ad.slotName);
  noteVisibility(engine.visibilityChanges, placement, ad.campaignId, { clicks: 1 });
  noteClicks(engine.clickRates, placement, 0, 1);
  engine.contacts.note(visitorKey, ad.ownerUid);
}

/** The exchange's word on an auction. Neither charges; a loss frees what was held back for the bid. */
export async function countNotice(counting: Counting, ad: AdToken, kind: "win" | "loss"): Promise<void> {
  const { seen, engine } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, kind) || whyUnknown(counting, ad, nowMs) !== undefined) return;
  seen.set(key, kind);
  counting.metrics.add("litfass_notices_total", `kind="${kind}"`);
  const state = engine.states.get(ad.campaignId);
  if (kind === "loss") {
    if (state !== undefined) noteOutcome(state.inFlight, ad.bidMs, nowMs);
    return;
  }
  engine.traffic.wins++;
  if (state !== undefined) state.pace.wins++;
  await counting.append(eventOf(ad, "win", nowMs));
}

/** After a restart: what the journal still holds is remembered as if it had just happened. */
export function remember(counting: Counting, event: NewAdEvent): void {
  const key = adKey({ exchange: event.exchange, auctionId: event.auction_id, impId: event.imp_id });
  const { seen } = counting;
  if (event.kind === "bid") return;
  if (event.kind !== "impression") {
    seen.set(key, event.kind);
    return;
  }
  seen.set(key, "pixel");
  seen.set(key, event.invalid === "" ? "counted" : "invalid");
}
