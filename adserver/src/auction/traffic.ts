import type { Random } from "@litfass/platform/random";
import type { AdRequest } from "../kernel/ad-request.ts";

/** Requests kept of an hour, whatever came: 5000 over a week. */
const keptAnHour = 30;
const hourMs = 3_600_000;

/** What one process saw in the running hour, with a fair sample of it. */
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

/** Counts a request and keeps it with the same chance as every other one of its hour. */
export function noteRequest(traffic: Traffic, request: AdRequest, random: Random): void {
  if (request.isTest) return;
  traffic.seen += 1;
  traffic.untilMs = request.atMs;
  if (traffic.requests.length < keptAnHour) traffic.requests.push(request);
  else {
    const at = Math.floor(random.number() * traffic.seen);
    if (at < keptAnHour) traffic.requests[at] = request;
  }
}

/** Whether the hour is over and the next one begins with an empty sample. */
export const isHourOver = (traffic: Traffic, nowMs: number): boolean => nowMs - traffic.sinceMs >= hourMs;
