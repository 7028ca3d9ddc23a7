import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { deleteUnusedGuests } from "./accounts/account-sql.ts";
import { deleteExpiredLimits } from "./limits-sql.ts";
import { mailJobs } from "./mail-delivery.ts";
import { deleteExpiredCodes } from "./protocol/code-sql.ts";
import { deleteExpiredGrants } from "./protocol/token-sql.ts";
import { deleteExpiredChallenges } from "./second-factor/second-factor-sql.ts";
import { deleteExpiredSessions } from "./sessions/session-sql.ts";

const guestIdleMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes expired sessions, challenges, refresh tokens, codes and limits, and guests unused for 30 days. */
export const cleanUpIdentity = command({
  name: "identity.clean_up",
  errors: [],
  async run({ ctx: { tx, clock, audit } }: CommandCall<null>): Promise<void> {
    const now = clock.now();
    await deleteExpiredSessions(tx, now);
    await deleteExpiredChallenges(tx, now);
    await deleteExpiredGrants(tx, now);
    await deleteExpiredCodes(tx, now);
    await deleteExpiredLimits(tx, now);
    await deleteUnusedGuests(tx, new Date(now.getTime() - guestIdleMs));
    audit.unchanged("what expired has no effect any more");
  },
});

/** Cleans up every hour, because anyone can add limits, one for each address they try, and repeats mails. */
export function identityJobs(platform: Platform, execute: Execute<unknown>): void {
  const actor = { kind: "job", name: "identity.clean-up" } as const;
  platform.jobs.work(actor.name, async () => {
    await execute(cleanUpIdentity, { actor, input: null, lang: "en" });
  });
  platform.jobs.schedule(actor.name, "23 * * * *");
  mailJobs(platform);
}
