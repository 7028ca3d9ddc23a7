import { sourceOf } from "@litfass/platform/config/network";
import type { Platform } from "@litfass/platform/platform";
import { tooMany } from "@litfass/platform/problem";
import { createKnownNetworks } from "./known-networks.ts";
import { countAttempt, createCounter } from "./limits.ts";

export type MailLimits = {
  /** Counts a request for a new password or a new address. @throws Problem 429 */
  countForgotten(address: string, email: string): Promise<void>;
  /**
   * Counts a verification mail that a user requests: one per minute, within the limits of the address. @throws
   * Problem 429
   */
  countVerification(uid: string, address: string, email: string): Promise<void>;
  /** Counts a mail of the identity provider. False above the limit. */
  admitCode(address: string, email: string): Promise<boolean>;
  /** Counts a notice to an unverified address. False above the limit. */
  admitNotice(email: string): Promise<boolean>;
  /** Counts the verification mail of a first sign-in. False above the limit. */
  admitFirst(address: string, email: string): Promise<boolean>;
};

const quarterHour = 15 * 60;

/**
 * Limits on the mails that requests can cause in 15 minutes. From one network: 20, and 60 verification mails of first
 * sign-ins, because an office may share one address. To one mailbox: 5 to an address, of which one network gets 4 so
 * that a stranger cannot use them up, and 10 to all its plus addresses together. A network of an earlier sign-in has
 * its own 5.
 */
export function createMailLimits(platform: Pick<Platform, "db">): MailLimits {
  const perNetwork = createCounter(platform, "mail-from", 20, quarterHour);
  const perNetworkFirst = createCounter(platform, "first-mail-from", 60, quarterHour);
  const perPair = createCounter(platform, "mail-from-to", 4, quarterHour);
  const perEmail = createCounter(platform, "mail-to", 5, quarterHour);
  const perMailbox = createCounter(platform, "mail-to-mailbox", 10, quarterHour);
  const perOwner = createCounter(platform, "mail-to-owner", 5, quarterHour);
  const perUser = createCounter(platform, "verification-mail", 1, 60);
  const known = createKnownNetworks(platform);

  const waitForAnybody = async (email: string): Promise<number | null> =>
    (await countAttempt(perEmail, email)) ?? countAttempt(perMailbox, mailboxOf(email));
  /** The seconds to wait for another mail to this address, or null. */
  const waitForMailbox = async (address: string, email: string): Promise<number | null> => {
    if (await known.has(address, email)) return countAttempt(perOwner, mailboxOf(email));
    return (await countAttempt(perPair, `${sourceOf(address)}|${email}`)) ?? waitForAnybody(email);
  };
  const wait = async (address: string, email: string): Promise<number | null> =>
    (await countAttempt(perNetwork, sourceOf(address))) ?? (await waitForMailbox(address, email));
  return {
    async countForgotten(address, email) {
      const seconds = await wait(address, email);
      if (seconds !== null) throw tooMany(seconds);
    },
    async countVerification(uid, address, email) {
      const seconds = (await countAttempt(perUser, uid)) ?? (await wait(address, email));
      if (seconds !== null) throw tooMany(seconds);
    },
    admitCode: async (address, email) => (await wait(address, email)) === null,
    admitNotice: async (email) => (await waitForAnybody(email)) === null,
    admitFirst: async (address, email) =>
      ((await countAttempt(perNetworkFirst, sourceOf(address))) ?? (await waitForMailbox(address, email))) === null,
  };
}

/** The mailbox of a lowercase plus address: `anna+ads@example.com` is read by `anna@example.com`. */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*@/, "$1@");
