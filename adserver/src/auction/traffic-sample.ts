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

/** Counts a request and samples it by reservoir sampling. */
export function noteRequest(traffic: Traffic, request: AdRequest, random: Random): void {
  if (request.isTest) return;
  traffic.seen += 1;
  traffic.untilMs = request.atMs;
  if (traffic.requests.length < storedPerHour) traffic.requests.push(request);
  else {
    const at = Math.floor(random.number() * traffic.seen);
    if (at < storedPerHour) traffic.requests[at] = request;
  }
}

/** Whether the hour has ended. */
export const isHourOver = (traffic: Traffic, nowMs: number): boolean => nowMs - traffic.sinceMs >= hourMs;
