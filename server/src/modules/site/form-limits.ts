import { sourceOf } from "@litfass/platform/config/network";
import type { Platform } from "@litfass/platform/platform";
import { tooMany } from "@litfass/platform/problem";
import { countAttempt, createCounter, mailboxOf } from "../identity/index.ts";

export type FormLimits = {
  /** Counts a message of a network address. @throws Problem 429 above ten an hour */
  countMessage(address: string): Promise<void>;
  /**
   * Counts a copy to a mailbox, with its plus addresses: false above three a day, so that nobody floods a stranger's
   * mailbox.
   */
  admitCopy(email: string): Promise<boolean>;
  /** Counts a report of a network address. @throws Problem 429 above ten an hour */
  countReport(address: string): Promise<void>;
  /** Counts a subscription of a network address. @throws Problem 429 above twenty an hour */
  countSubscription(address: string): Promise<void>;
  /** Counts a subscription for a mailbox, with its plus addresses: false above five a day. */
  admitSubscription(email: string): Promise<boolean>;
};

const hour = 3600;

/** Limits of the public forms, counted in the database for all processes. */
export function createFormLimits(platform: Pick<Platform, "db">): FormLimits {
  const messages = createCounter(platform, "contact-from", 10, hour);
  const copies = createCounter(platform, "contact-copy-to", 3, 24 * hour);
  const reports = createCounter(platform, "ad-report-from", 10, hour);
  const subscriptions = createCounter(platform, "newsletter-from", 20, hour);
  const subscriptionsTo = createCounter(platform, "newsletter-to", 5, 24 * hour);
  const count = async (counter: typeof messages, address: string): Promise<void> => {
    const seconds = await countAttempt(counter, sourceOf(address));
    if (seconds !== null) throw tooMany(seconds);
  };
  return {
    countMessage: (address) => count(messages, address),
    admitCopy: async (email) => (await countAttempt(copies, mailboxOf(email))) === null,
    countReport: (address) => count(reports, address),
    countSubscription: (address) => count(subscriptions, address),
    admitSubscription: async (email) => (await countAttempt(subscriptionsTo, mailboxOf(email))) === null,
  };
}
