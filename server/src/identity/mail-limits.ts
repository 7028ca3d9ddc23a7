import { sourceOf } from "../platform/network.ts";
import type { Platform } from "../platform/platform.ts";
import { tooMany } from "../platform/problem.ts";
import { countAttempt, createCounter } from "./limits.ts";

export type MailLimits = {
  /** Counts a request for a new password. @throws Problem 429 */
  countForgotten(address: string, email: string): Promise<void>;
  /** Counts a verification mail: one a minute and user. @throws Problem 429 */
  countVerification(uid: string): Promise<void>;
  /** Counts a mail of the identity provider. False where it is one too many. */
  admitCode(address: string, email: string): Promise<boolean>;
};

/** How many mails people can make us send: 5 an address of mail and 20 a network address in 15 minutes. */
export function createMailLimits(platform: Pick<Platform, "db">): MailLimits {
  const quarterHour = 15 * 60;
  const perEmail = createCounter(platform, "mail-to", 5, quarterHour);
  const perAddress = createCounter(platform, "mail-from", 20, quarterHour);
  const perUser = createCounter(platform, "verification-mail", 1, 60);
  const wait = async (address: string, email: string): Promise<number | null> =>
    (await countAttempt(perAddress, sourceOf(address))) ?? (await countAttempt(perEmail, email));
  return {
    async countForgotten(address, email) {
      const seconds = await wait(address, email);
      if (seconds !== null) throw tooMany(seconds);
    },
    async countVerification(uid) {
      const seconds = await countAttempt(perUser, uid);
      if (seconds !== null) throw tooMany(seconds);
    },
    admitCode: async (address, email) => (await wait(address, email)) === null,
  };
}
