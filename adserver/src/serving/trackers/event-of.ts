import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";
import type { Engine } from "../../auction/engine.ts";
import { retentionMs, type SeenAds } from "../../auction/frequency-cap/seen-ads.ts";
import type { SharedCap } from "../../sync/shared-cap.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import type { InvalidReason, TrafficCheck } from "./invalid-traffic.ts";
import type { MediaCosts } from "./recent-prices.ts";

/** An impression that the exchange's notice reported and whose pixel has not come. What it will be charged is consumed. */
export type HeldImpression = {
  ad: AdToken;
  /** When the notice came. */
  atMs: number;
  /** When it counts without a pixel. */
  untilMs: number;
  chargeMicros: number;
  /** "" where nothing is charged. */
  leaseId: string;
};

/**
 * Resolves when the event is safely on disk. `isWithPrevious`: only with the event appended just before. `carried`: what it adds
 * to the remainders of costs, which are on disk with it.
 */
export type Append = (
  event: NewAdEvent,
  isWithPrevious?: boolean,
  carried?: Readonly<Record<string, number>>,
) => Promise<unknown>;

/** What counting an ad's events needs. */
export type Counting = {
  engine: Engine;
  process: string;
  /** Ads offered before this may have been counted already: the journal does not reach back further. */
  knowsSinceMs: number;
  seen: SeenAds;
  /** By ad, the longest waiting first. */
  held: Map<string, HeldImpression>;
  /** When an ad of this process was last called: shown, viewed, clicked or won. */
  lastCallMs: number;
  traffic: TrafficCheck;
  metrics: Metrics;
  sharedCap: SharedCap | undefined;
  /** A publisher's part of a charge by the placement (`imp_id`), in percent; undefined for other inventory. */
  shareOf: (impId: string, atMs: number) => number | undefined;
  /** The publisher of a site that sold ads in its own auction; undefined for a site of nobody. */
  publisherOf: (site: string) => number | undefined;
  costs: MediaCosts;
  append: Append;
  formatInstant: (atMs: number) => string;
};

/** Formats instants as ISO 8601; consecutive events often share a millisecond. */
export function instantFormat(): (atMs: number) => string {
  let lastMs = Number.NaN;
  let last = "";
  return (atMs) => {
    if (atMs !== lastMs) {
      last = new Date(atMs).toISOString();
      lastMs = atMs;
    }
    return last;
  };
}

export const eventOf = ({ formatInstant }: Counting, ad: AdToken, kind: AdEventKind, atMs: number): NewAdEvent => ({
  kind,
  at: formatInstant(atMs),
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
  deal: ad.deal === "" ? undefined : ad.deal,
});

/** Why this process cannot know whether the ad was already counted. */
export function unknownReason(
  counting: Counting,
  ad: AdToken,
  nowMs: number,
): "other_process" | "expired" | "after_restart" | undefined {
  if (ad.process !== counting.process) return "other_process";
  if (nowMs - ad.bidMs > retentionMs) return "expired";
  return ad.bidMs < counting.knowsSinceMs ? "after_restart" : undefined;
}

export function noteInvalid({ metrics }: Counting, reason: InvalidReason): void {
  metrics.invalid.of(reason).count++;
}

/** Appends an event that does not count. */
export async function writeInvalid(
  counting: Counting,
  ad: AdToken,
  kind: AdEventKind,
  reason: InvalidReason,
  atMs: number,
): Promise<void> {
  noteInvalid(counting, reason);
  await counting.append({ ...eventOf(counting, ad, kind, atMs), invalid: reason });
}
