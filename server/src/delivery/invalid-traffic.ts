import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";

/** Why an event does not count: the closed list of `AdEvent.invalid`. */
export const invalidReasons = [
  "bot",
  "prefetch",
  "data_centre",
  "impossible_rate",
  "duplicate",
  "no_impression",
  "after_restart",
  "other_process",
  "expired",
] as const;
export type InvalidReason = (typeof invalidReasons)[number];

/** A person does not see more ads or click more often than this in a minute. */
const mostImpressionsPerMinute = 120;
const mostClicksPerMinute = 20;
const mostVisitors = 200_000;

export type Visit = { headers: IncomingHttpHeaders; ip: string };

export type TrafficCheck = {
  /** Why this request is no visitor's; undefined where nothing speaks against it. */
  whyInvalid(
    visit: Visit,
    kind: "impression" | "click" | "other",
    visitorKey: string,
    nowMs: number,
  ): InvalidReason | undefined;
};

const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]].some(
    (value) => typeof value === "string" && /prefetch|prerender|preview/i.test(value),
  );

/** `isDataCentre` tells addresses of data centres, from whatever list the operator has. */
export function trafficCheck(isDataCentre: (ip: string) => boolean = () => false): TrafficCheck {
  const bots = new Map<string, boolean>();
  const isBotAgent = (agent: string): boolean => {
    let known = bots.get(agent);
    if (known === undefined) {
      known = agent === "" || isbot(agent);
      if (bots.size > 10_000) bots.clear();
      bots.set(agent, known);
    }
    return known;
  };
  let minute = 0;
  const counts = new Map<string, number>();
  const isTooFast = (kind: string, who: string, most: number, nowMs: number): boolean => {
    const now = Math.floor(nowMs / 60_000);
    if (now !== minute || counts.size > mostVisitors) {
      counts.clear();
      minute = now;
    }
    const key = `${kind} ${who}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > most;
  };
  return {
    whyInvalid({ headers, ip }, kind, visitorKey, nowMs) {
      if (isPrefetch(headers)) return "prefetch";
      if (isBotAgent(headers["user-agent"] ?? "")) return "bot";
      if (isDataCentre(ip)) return "data_centre";
      if (visitorKey === "" || kind === "other") return undefined;
      const most = kind === "click" ? mostClicksPerMinute : mostImpressionsPerMinute;
      return isTooFast(kind, visitorKey, most, nowMs) ? "impossible_rate" : undefined;
    },
  };
}
