import { createHmac } from "node:crypto";
import type { ExchangeNotice, ExchangeProfile, OpenRtbVersion } from "@litfass/contract/supply/exchange-profiles";

export type { OpenRtbVersion } from "@litfass/contract/supply/exchange-profiles";

/** A system that may request bids, and how its requests are authenticated. */
export type Exchange = {
  /** As in its bid URL. */
  name: string;
  /** Required in each bid request; URL-safe characters only. */
  secret?: string | undefined;
  /** Addresses and networks (CIDR) of its servers; any if empty or absent. */
  networks?: string[] | undefined;
  /** A banner's initial load and subload, if the exchange allows less than the IAB. */
  bannerLimits?: BannerLimits | undefined;
  /** Absent where it tells clearing prices as plain decimals. */
  priceKeys?: PriceKeys | undefined;
  /** What it charges in addition to the clearing price. */
  fees?: ExchangeFees | undefined;
  margins?: Margins | undefined;
  /** Its domain as an advertising system, as in publishers' ads.txt files. */
  domain?: string | undefined;
  /** Its user sync URL; `{id}` is the visitor's ID. */
  syncUrl?: string | undefined;
  /** The URL of its monthly report of what it invoices; `{month}` is YYYY-MM. */
  reportUrl?: string | undefined;
  /** Disabled exchanges get no bids; their notices about earlier bids still count. */
  isEnabled?: boolean | undefined;
  /** The version of OpenRTB that its bid responses follow; 2.6 if absent. */
  protocol?: OpenRtbVersion | undefined;
  /** How it differs from plain OpenRTB; plain if absent. */
  profile?: ExchangeProfile | undefined;
  /** Our account there, as bids name it. Absent: the operator's seat. */
  account?: string | undefined;
  /** Where it registers creatives, and our user there. */
  registration?: { url: string; user: string; password: string } | undefined;
  /** Currencies to bid in, the first one where a request names none. Absent: the requests' currencies. */
  currencies?: readonly string[] | undefined;
  /** Kinds of slots to bid on; absent: all. */
  formats?: readonly ("banner" | "video" | "native" | "audio")[] | undefined;
  /** Notice URLs in its bids; absent: all. */
  notices?: readonly NoticeKind[] | undefined;
  /** Bid requests per second that all ad servers together answer; the others get no bid. */
  requestsPerSecond?: number | undefined;
  /** The time limit in milliseconds where a request has none or a longer one. */
  responseMs?: number | undefined;
  /** The part of the time limit that the network takes, in milliseconds. */
  networkMs?: number | undefined;
  /** Whether bid responses are gzipped where a request accepts it. */
  compressesResponses?: boolean | undefined;
};

/** Win, billing and loss notices: nurl, burl and lurl. */
export type NoticeKind = ExchangeNotice;

/**
 * The operator's part of the customer's price, in percent: the least that any bid leaves, and what first-price bids
 * leave until the placement is known.
 */
export type Margins = { minimum: number; target: number };

/** The keys of an exchange that encrypts clearing prices as Google Authorized Buyers does; 32 bytes each. */
export type PriceKeys = { encryption: Buffer; integrity: Buffer };

/** A part of the clearing price, and an amount per thousand impressions. */
export type ExchangeFees = { percent: number; perThousand: number; currency: string };

export type BannerLimits = { initialBytes: number; subloadBytes: number };

/** The exchange simulated by the demo's sandbox. */
export const sandboxExchange = "sandbox";

/** Without a secret or networks anyone could request bids in an exchange's name, at the customers' cost. */
export const isOpen = ({ secret, networks = [] }: Exchange): boolean => secret === undefined && networks.length === 0;

/** The default secret of the demo's exchange, derived equally by every process of the installation. */
export const sandboxSecret = (signingSecret: string): string =>
  createHmac("sha256", signingSecret).update("sandbox exchange").digest("base64url");

type Settings = {
  names: string[];
  secrets: Record<string, string>;
  networks: Record<string, string[]>;
  bannerLimits: Record<string, BannerLimits>;
  priceKeys: Record<string, PriceKeys>;
  fees: Record<string, ExchangeFees>;
  /** Of every exchange, and the minimum of those with their own. */
  margins: Margins;
  minimumMargins: Record<string, number>;
  domains: Record<string, string>;
  syncUrls: Record<string, string>;
  reportUrls: Record<string, string>;
};

export const exchangesOf = ({
  names,
  secrets,
  networks,
  bannerLimits,
  priceKeys,
  fees,
  margins,
  minimumMargins,
  domains,
  syncUrls,
  reportUrls,
}: Settings): Exchange[] =>
  [...new Set(names)].map((name) => ({
    name,
    secret: secrets[name],
    networks: networks[name] ?? [],
    bannerLimits: bannerLimits[name],
    priceKeys: priceKeys[name],
    fees: fees[name],
    margins: marginsOf(margins, minimumMargins[name]),
    domain: domains[name],
    syncUrl: syncUrls[name],
    reportUrl: reportUrls[name],
  }));

function marginsOf({ minimum, target }: Margins, own = minimum): Margins {
  return { minimum: own, target: Math.max(own, target) };
}
