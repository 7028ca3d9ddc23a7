import type { IncomingHttpHeaders } from "node:http";
import { pageExchange, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { isbot } from "isbot";
import { isDeclaredRobot } from "../../kernel/declared-robot.ts";
import { hourlyCounts } from "./hourly-counts.ts";

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
/** The limits per hour of a network for a campaign: below what the minutes allow, against slow and steady machines. */
const maxPerHour = { impression: 6_000, click: 300 };
const minuteMs = 60_000;
const hourMs = 3_600_000;
const maxCounted = 200_000;
const maxFastNetworks = 10_000;
/** Ads that a page asks for itself. */
const pagesOwn = new Set([tagExchange, pageExchange]);

/** `atMs`: when a relayed call was received; absent where that is now. */
export type Visit = { headers: IncomingHttpHeaders; ip: string; atMs?: number };

/** The ad's visitor pseudonym, "" where there is none, and where it is shown. */
export type Viewer = { visitorKey: string; campaignId: number; exchange: string; siteKind: "site" | "app" };

type Buyer = Pick<Viewer, "visitorKey" | "exchange">;

export type TrafficCheck = {
  /** Why a request is invalid traffic; undefined if it is valid. */
  invalidReason(
    visit: Visit,
    kind: "impression" | "click" | "other",
    viewer: Viewer,
    nowMs: number,
  ): InvalidReason | undefined;
  /**
   * Why a visitor gets no bid, by the same rules: the address is that of a data center, or the visitor's or network's
   * impressions have reached their limit. Counts nothing.
   */
  refusal(ip: string, viewer: Buyer, nowMs: number): "data_centre" | "impossible_rate" | undefined;
  /**
   * Counts the network of an impression that was charged by the exchange's notice, which does not tell it, so that its next
   * ones get no bid.
   */
  noteShown(visit: Pick<Visit, "ip">, viewer: Viewer, nowMs: number): void;
  /** Why an impression reported by the exchange's server is invalid: only the visitor's rate is known. */
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
  const isBotAgent = (agent: string, siteKind: Viewer["siteKind"]): boolean => {
    if (siteKind === "app" && agent !== "") return isDeclaredRobot(agent);
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
  const turn = (nowMs: number): void => {
    const now = Math.floor(nowMs / minuteMs);
    if (now === minute && counts.size <= maxCounted) return;
    counts.clear();
    minute = now;
  };
  const isTooFast = (kind: string, who: string, max: number, nowMs: number): boolean => {
    turn(nowMs);
    const key = `${kind} ${who}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > max;
  };
  const hourly = hourlyCounts();
  /** Networks with impossible impressions, until when. */
  const fastNetworks = new Map<string, number>();
  const isNetworkTooFast = (kind: "impression" | "click", ip: string, campaignId: number, nowMs: number): boolean => {
    const network = networkOf(ip);
    const who = `${network} ${campaignId}`;
    const isInMinute = isTooFast(kind, who, maxPerMinute[kind].network, nowMs);
    const isInHour = hourly.add(`${kind} ${who}`, nowMs) > maxPerHour[kind];
    if (!isInMinute && !isInHour) return false;
    if (kind === "impression") {
      if (fastNetworks.size >= maxFastNetworks) fastNetworks.clear();
      const windowMs = isInHour ? hourMs : minuteMs;
      fastNetworks.set(network, (Math.floor(nowMs / windowMs) + 1) * windowMs);
    }
    return true;
  };
  /** Whether an exchange names the visitor, so that a network of many people says nothing. */
  const isNamed = ({ visitorKey, exchange }: Buyer): boolean => visitorKey !== "" && !pagesOwn.has(exchange);
  return {
    invalidReason({ headers, ip }, kind, viewer, nowMs) {
      const { visitorKey, campaignId } = viewer;
      if (isPrefetch(headers)) return "prefetch";
      if (isBotAgent(headers["user-agent"] ?? "", viewer.siteKind)) return "bot";
      if (isDataCentre(ip)) return "data_centre";
      if (kind === "other") return undefined;
      const limits = maxPerMinute[kind];
      if (visitorKey !== "" && isTooFast(kind, visitorKey, limits.visitor, nowMs)) return "impossible_rate";
      return !isNamed(viewer) && isNetworkTooFast(kind, ip, campaignId, nowMs) ? "impossible_rate" : undefined;
    },
    refusal(ip, viewer, nowMs) {
      const { visitorKey } = viewer;
      if (ip !== "" && isDataCentre(ip)) return "data_centre";
      turn(nowMs);
      const shown = visitorKey === "" ? 0 : (counts.get(`impression ${visitorKey}`) ?? 0);
      if (shown >= maxPerMinute.impression.visitor) return "impossible_rate";
      if (fastNetworks.size === 0 || ip === "" || isNamed(viewer)) return undefined;
      return nowMs < (fastNetworks.get(networkOf(ip)) ?? 0) ? "impossible_rate" : undefined;
    },
    noteShown({ ip }, viewer, nowMs) {
      if (!isNamed(viewer)) isNetworkTooFast("impression", ip, viewer.campaignId, nowMs);
    },
    rateReason: ({ visitorKey }, nowMs) =>
      visitorKey !== "" && isTooFast("impression", visitorKey, maxPerMinute.impression.visitor, nowMs)
        ? "impossible_rate"
        : undefined,
  };
}
