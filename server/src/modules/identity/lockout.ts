import { sourceOf } from "@litfass/platform/config/network";
import type { Platform } from "@litfass/platform/platform";
import { createKnownNetworks } from "./known-networks.ts";
import { admitAttempt, counterKey, createCounter } from "./limits.ts";

const lockSeconds = 15 * 60;
const failuresPerPair = 5;
const failuresPerAccount = 50;

export type Lockout = {
  /** Counts a sign-in before it is tried. False if the pair or the account is locked. */
  admit(address: string, email: string): Promise<boolean>;
  /**
   * Reverts the count of a successful sign-in. Its network becomes known if the address is verified: before that, anybody
   * may have opened the account.
   */
  succeeded(address: string, account: { email: string; emailVerified: boolean }): Promise<void>;
  /** Lifts every lock of the account after a password reset. */
  lift(email: string): Promise<void>;
};

/**
 * Failed sign-ins (ERR-017): 5 in 15 minutes from one network address for one account lock that pair, 50 from
 * anywhere lock the account, each for 15 minutes. Attempts are counted before the password is compared, so that
 * concurrent guesses cannot slip through; a success reverts the count. The account lock does not apply to networks of
 * earlier sign-ins, because attackers could lock the owner out. The pair lock applies there too.
 */
export function createLockout(platform: Pick<Platform, "db">): Lockout {
  const pairs = createCounter(platform, "sign-in-pair", failuresPerPair, lockSeconds);
  const accounts = createCounter(platform, "sign-in-account", failuresPerAccount, lockSeconds);
  const epochs = createCounter(platform, "sign-in-epoch", Number.MAX_SAFE_INTEGER, 2 * lockSeconds);
  const known = createKnownNetworks(platform);

  // A lifted account uses new keys, because the pairs of unknown addresses cannot be listed.
  const pairKey = async (address: string, email: string): Promise<string> => {
    const epoch = await epochs.get(counterKey(email));
    return `${epoch?.consumedPoints ?? 0}|${sourceOf(address)}|${email}`;
  };
  return {
    async admit(address, email) {
      if (!(await admitAttempt(pairs, await pairKey(address, email)))) return false;
      return (await known.has(address, email)) || admitAttempt(accounts, email);
    },
    async succeeded(address, { email, emailVerified }) {
      await pairs.delete(counterKey(await pairKey(address, email)));
      // An attempt from a known network was not counted for the account, so there is nothing to revert.
      if (!(await known.has(address, email))) await accounts.reward(counterKey(email));
      if (emailVerified) await known.add(address, email);
    },
    async lift(email) {
      const epoch = await epochs.get(counterKey(email));
      await epochs.set(counterKey(email), (epoch?.consumedPoints ?? 0) + 1, 2 * lockSeconds);
      await accounts.delete(counterKey(email));
    },
  };
}
