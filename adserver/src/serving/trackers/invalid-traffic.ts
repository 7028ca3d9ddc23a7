import type { IncomingHttpHeaders } from "node:http";
import { pageExchange, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
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

/**
 * The limits per minute of a visitor, and of a network, which many people share, for a campaign. The network is counted
 * unless an exchange names the visitor: browsers of publishers' pages can send a new ID with each request.
 */
const maxPerMinute = { impression: { visitor: 120, network: 600 }, click: { visitor: 20, network: 60 } };
const maxCounted = 200_000;
/** Ads that a page asks for itself. */
const pagesOwn = new Set([tagExchange, pageExchange]);

/** `atMs`: when a relayed call was received; absent where that is now. */
export type Visit = { headers: IncomingHttpHeaders; ip: string; atMs?: number };

/** The ad's visitor pseudonym, "" where there is none, and who asked for the ad. */
export type Viewer = { visitorKey: string; campaignId: number; exchange: string };

export type TrafficCheck = {
  /** Why a request is invalid traffic; undefined if it is valid. */
  invalidReason(
    visit: Visit,
    kind: "impression" | "click" | "other",
    viewer: Viewer,
    nowMs: number,
  ): InvalidReason | undefined;
  /** The same for an impression reported by the exchange's server: only the visitor's rate is known. */
  rateReason(viewer: Viewer, nowMs: number): InvalidReason | undefined;
};

/** The network of an address: /24 of IPv4, /48 of IPv6, the sizes assigned to one site or provider. */
function networkOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip);
  if (v4?.[1] !== undefined) return v4[1];
  const [head = "", tail] = ip.split("::", 2);
  const groups = head.split(":").filter(Boolean);
  // "::" stands for zeros.
  if (tail !== undefined) while (groups.length < 3) groups.push("0");
  return groups.slice(0, 3).join(":").toLowerCase();
}

/** The headers that the rules read, bounded. */
export function trafficHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of ["user-agent", "sec-purpose", "purpose", "x-purpose", "x-moz"]) {
    const value = headers[name];
    if (typeof value === "string") read[name] = value.slice(0, 512);
  }
  return read;
}

const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]].some(
    (value) => typeof value === "string" && /prefetch|prerender|preview/i.test(value),
  );

const crawler = /bot\b|crawl|spider|slurp/i;

/**
 * Whether a request can come from a server: neither prefetching nor a declared crawler. HTTP libraries are accepted.
 */
export const isServerAgent = (headers: IncomingHttpHeaders): boolean =>
  !isPrefetch(headers) && !crawler.test(headers["user-agent"] ?? "");

/** `isDataCentre` recognizes data center addresses from the operator's list. */
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
  const isTooFast = (kind: string, who: string, max: number, nowMs: number): boolean => {
    const now = Math.floor(nowMs / 60_000);
    if (now !== minute || counts.size > maxCounted) {
      counts.clear();
      minute = now;
    }
    const key = `${kind} ${who}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > max;
  };
  return {
    invalidReason({ headers, ip }, kind, { visitorKey, campaignId, exchange }, nowMs) {
      if (isPrefetch(headers)) return "prefetch";
      if (isBotAgent(headers["user-agent"] ?? "")) return "bot";
      if (isDataCentre(ip)) return "data_centre";
      if (kind === "other") return undefined;
      const limits = maxPerMinute[kind];
      if (visitorKey !== "" && isTooFast(kind, visitorKey, limits.visitor, nowMs)) return "impossible_rate";
      if (visitorKey !== "" && !pagesOwn.has(exchange)) return undefined;
      return isTooFast(kind, `${networkOf(ip)} ${campaignId}`, limits.network, nowMs) ? "impossible_rate" : undefined;
    },
    rateReason: ({ visitorKey }, nowMs) =>
      visitorKey !== "" && isTooFast("impression", visitorKey, maxPerMinute.impression.visitor, nowMs)
        ? "impossible_rate"
        : undefined,
  };
}
