import { createHmac } from "node:crypto";

/** A system that may ask for bids, and how its requests are told from a stranger's. */
export type Exchange = {
  /** As in the address it asks at. */
  name: string;
  /** What each bid request must bring, made of characters that need no encoding in an address. */
  secret?: string | undefined;
  /** Addresses and networks (CIDR) of its servers; any where the list is empty or absent. */
  networks?: string[] | undefined;
  /** What a banner may transfer at first and after its load event, where the exchange takes less than the IAB allows. */
  bannerLimits?: BannerLimits | undefined;
};

export type BannerLimits = { initialBytes: number; subloadBytes: number };

/** The exchange that the demo's sandbox plays. */
export const sandboxExchange = "sandbox";

/** Without a secret or networks anybody can ask in an exchange's name, at the customers' cost. */
export const isOpen = ({ secret, networks = [] }: Exchange): boolean => secret === undefined && networks.length === 0;

/** The secret of the demo's exchange where none is configured: every process of the installation finds the same. */
export const sandboxSecret = (signingSecret: string): string =>
  createHmac("sha256", signingSecret).update("sandbox exchange").digest("base64url");

type Settings = {
  names: string[];
  secrets: Record<string, string>;
  networks: Record<string, string[]>;
  bannerLimits: Record<string, BannerLimits>;
};

export const exchangesOf = ({ names, secrets, networks, bannerLimits }: Settings): Exchange[] =>
  [...new Set(names)].map((name) => ({
    name,
    secret: secrets[name],
    networks: networks[name] ?? [],
    bannerLimits: bannerLimits[name],
  }));

/** The first name of `settings` that is no configured exchange; undefined where each one is. */
export const unknownExchange = (settings: Record<string, unknown>, exchanges: Exchange[]): string | undefined =>
  Object.keys(settings).find((given) => !exchanges.some(({ name }) => name === given));
