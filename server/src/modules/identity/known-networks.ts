import { sourceOf } from "@litfass/platform/config/network";
import type { Platform } from "@litfass/platform/platform";
import { counterKey, createCounter } from "./limits.ts";

const ninetyDaysSeconds = 90 * 24 * 60 * 60;

/** The networks from which the owner of an address signed in during the last 90 days. */
export type KnownNetworks = {
  has(address: string, email: string): Promise<boolean>;
  /** Records a successful sign-in. */
  add(address: string, email: string): Promise<void>;
};

/** Stored in the counters table, which holds only hashes and deletes expired rows. */
export function createKnownNetworks(platform: Pick<Platform, "db">): KnownNetworks {
  const store = createCounter(platform, "known-network", 1, ninetyDaysSeconds);
  const keyOf = (address: string, email: string): string => counterKey(`${sourceOf(address)}|${email}`);
  return {
    has: async (address, email) => (await store.get(keyOf(address, email))) !== null,
    add: async (address, email) => {
      await store.set(keyOf(address, email), 1, ninetyDaysSeconds);
    },
  };
}
