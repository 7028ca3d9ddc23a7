import { pageExchange, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { Random } from "@litfass/platform/random";
import type { AdRequest } from "../kernel/ad-request.ts";

/** Sampled requests per hour: about 5000 over a week. */
const storedPerHour = 30;
const hourMs = 3_600_000;

/** The current hour of one process, with a uniform sample. */
export type Traffic = {
  sinceMs: number;
  untilMs: number;
  seen: number;
  bids: number;
  wins: number;
  requests: AdRequest[];
};

export const newTraffic = (nowMs: number): Traffic => ({
  sinceMs: nowMs,
  untilMs: nowMs,
  seen: 0,
  bids: 0,
  wins: 0,
  requests: [],
});

/** Whether an ad is bought without an exchange: from a placement's tag or in a page's own auction. */
export const isOwnTraffic = (exchange: string): boolean => exchange === tagExchange || exchange === pageExchange;

/** Counts a request and samples it by reservoir sampling. */
export function noteRequest(traffic: Traffic, request: AdRequest, random: Random): void {
  if (request.isTest) return;
  traffic.seen += 1;
  traffic.untilMs = request.atMs;
  if (traffic.requests.length < storedPerHour) traffic.requests.push(withoutConsent(request));
  else {
    const at = Math.floor(random.number() * traffic.seen);
    if (at < storedPerHour) traffic.requests[at] = withoutConsent(request);
  }
}

/** A forecast needs no consent string, which may identify a visitor. */
const withoutConsent = ({ consent: _, ...request }: AdRequest): AdRequest => request;

/** Whether the hour has ended. */
export const isHourOver = (traffic: Traffic, nowMs: number): boolean => nowMs - traffic.sinceMs >= hourMs;
