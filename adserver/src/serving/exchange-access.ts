import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { Exchange, PriceKeys } from "@litfass/platform/config/exchanges";
import { networkCheck } from "@litfass/platform/config/networks";
import { memoize } from "../kernel/memoize.ts";
import type { NoBidReason } from "../kernel/no-bid.ts";
import { rulesOf } from "../openrtb/profiles/profile-rules.ts";
import { bidRequestFields, fieldsWithExtensions } from "../openrtb/request/bid-request-fields.ts";
import type { ParseContext } from "../openrtb/request/parse-bid-request.ts";
import { partialJson } from "../openrtb/request/partial-json.ts";
import type { UnknownPrice } from "./clearing-price/clearing-price.ts";
import type { HttpRequest } from "./http-message.ts";
import { tokenIn } from "./tokens/ad-token.ts";
import { isSame } from "./tokens/signing.ts";
import { isServerAgent } from "./trackers/invalid-traffic.ts";

export type TrafficCounts = { requests: number; bids: number; wins: number };

/** Faults of requests and notices by which an operator recognizes a wrong setting at either side. */
export type ExchangeFault = "unauthorized" | "no_supply_chain" | "with_buyer_id" | `price_${UnknownPrice}`;

/**
 * Bid requests, bids and win notices since the process started, and those of them that are saved; `occurrences` are not
 * saved yet.
 */
export type ExchangeTraffic = TrafficCounts & {
  saved: TrafficCounts;
  occurrences: Map<NoBidReason | ExchangeFault, number>;
};

export const newExchangeTraffic = (): ExchangeTraffic => ({
  requests: 0,
  bids: 0,
  wins: 0,
  saved: { requests: 0, bids: 0, wins: 0 },
  occurrences: new Map(),
});

/** Counts a reason for no bid, or a fault. */
export function noteOccurrence({ occurrences }: ExchangeTraffic, kind: NoBidReason | ExchangeFault): void {
  occurrences.set(kind, (occurrences.get(kind) ?? 0) + 1);
}

export type ExchangeAccess = {
  name: string;
  isEnabled: boolean;
  /** Headers of its bid responses. */
  bidHeaders: Record<string, string>;
  /** Those of gzipped ones; undefined where bid responses are not compressed. */
  gzippedBidHeaders: Record<string, string> | undefined;
  /** Reads the parts of its bid requests that are used. */
  readRequest: (body: Buffer) => unknown;
  /** Whether a bid request is within the exchange's requests per second; counts it. */
  takesRequest(nowMs: number): boolean;
  /** The longest time limit in milliseconds, and the part of a limit for the network. */
  responseMs: number;
  networkMs: number;
  context: ParseContext;
  /** Where visitors' IDs are passed to; undefined where they are not. */
  syncUrl: string | undefined;
  traffic: ExchangeTraffic;
  /** Whether a bid request has the exchange's secret and comes from its networks, as far as configured. */
  mayBid(request: HttpRequest): boolean;
  /** Whether a notice can come from the exchange's servers. */
  mayNotify(request: HttpRequest): boolean;
  /** Decrypt the prices of its notices; undefined where they are plain. */
  priceKeys: PriceKeys | undefined;
  /** Whether the prices are those of one impression, not of a thousand. */
  pricesAreSingle: boolean;
  /** Hosts of its click URLs, which ours may lead on to. */
  clickHosts: readonly string[];
};

const maxCachedAddresses = 10_000;
const bearer = /^Bearer +(\S+)$/i;

/** `?key=`, `x-exchange-key` or `Authorization: Bearer`, in this order; "" where there is none. */
function keyOf({ query, headers }: HttpRequest): string {
  const header = headers["x-exchange-key"];
  return (
    tokenIn(query, "key") ||
    (typeof header === "string" ? header : "") ||
    (bearer.exec(headers.authorization ?? "")?.[1] ?? "")
  );
}

/** The part of the time limit for the network, unless the exchange has its own. */
const usualNetworkMs = 20;
const secondMs = 1_000;

/** Counts requests by the second; the processes share the limit evenly. */
function requestLimit(perSecond: number | undefined, processes: () => number): ExchangeAccess["takesRequest"] {
  if (perSecond === undefined) return () => true;
  let second = 0;
  let taken = 0;
  return (nowMs) => {
    const current = Math.floor(nowMs / secondMs);
    if (current !== second) {
      second = current;
      taken = 0;
    }
    return ++taken <= Math.ceil(perSecond / processes());
  };
}

const readPlain = partialJson(bidRequestFields);
const readExtended = partialJson(fieldsWithExtensions);

export function accessOf(exchange: Exchange, parts: AccessParts): ExchangeAccess {
  const { name, secret, networks = [], priceKeys, profile = "openrtb" } = exchange;
  const facts = profileFacts[profile];
  const rules = rulesOf(profile);
  const hasNetworks = networks.length > 0;
  const isOwnAddress = memoize(networkCheck(networks), maxCachedAddresses);
  const bidHeaders = {
    "content-type": rules.contentType ?? "application/json",
    "x-openrtb-version": facts.protocol ?? exchange.protocol ?? "2.6",
  };
  return {
    name,
    isEnabled: exchange.isEnabled ?? true,
    bidHeaders,
    gzippedBidHeaders: exchange.compressesResponses ? { ...bidHeaders, "content-encoding": "gzip" } : undefined,
    readRequest: rules.takesImp === undefined ? readPlain : readExtended,
    takesRequest: requestLimit(exchange.requestsPerSecond, parts.processes),
    responseMs: exchange.responseMs ?? facts.limitMs ?? Number.POSITIVE_INFINITY,
    networkMs: exchange.networkMs ?? usualNetworkMs,
    context: parts.parseContext(name, exchange),
    syncUrl: exchange.syncUrl,
    traffic: parts.trafficOf(name),
    mayBid: (request) =>
      (secret === undefined || isSame(keyOf(request), secret)) && (!hasNetworks || isOwnAddress(request.ip)),
    // Notices carry no secret: their token was given to the exchange alone. Without networks only a crawler or a
    // prefetching browser can be distinguished from a server.
    mayNotify: ({ headers, ip }) => (hasNetworks ? isOwnAddress(ip) : isServerAgent(headers)),
    priceKeys,
    pricesAreSingle: rules.pricesAreSingle === true,
    clickHosts: facts.click?.hosts ?? [],
  };
}

type AccessParts = {
  /** Live ad server processes, which share request limits. */
  processes: () => number;
  parseContext: (exchange: string, settings: Pick<Exchange, "domain" | "profile" | "account">) => ParseContext;
  trafficOf: (exchange: string) => ExchangeTraffic;
};

export const exchangeAccess = (exchanges: Exchange[], parts: AccessParts): Map<string, ExchangeAccess> =>
  new Map(exchanges.map((exchange) => [exchange.name, accessOf(exchange, parts)]));
