import type { Platform } from "@litfass/platform/platform";
import { and, isNull, lt, notExists, sql } from "drizzle-orm";
import { deleteExpiredChallenges } from "./second-factor/second-factor-sql.ts";
import { deleteExpiredSessions } from "./sessions/session-sql.ts";
import { accountProviders, accounts, codes, refreshTokens } from "./tables.ts";

const anonymousKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes sessions, challenges, refresh tokens and codes that have run out, and anonymous identities that were not used for 30 days. */
export async function cleanUpIdentity(platform: Pick<Platform, "db" | "clock">): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  await deleteExpiredChallenges(db, now);
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
  await db.delete(codes).where(lt(codes.expiresAt, now));
  const social = db.select().from(accountProviders).where(sql`${accountProviders.localId} = ${accounts.localId}`);
  await db
    .delete(accounts)
    .where(
      and(
        isNull(accounts.email),
        isNull(accounts.passwordHash),
        lt(accounts.lastRefreshAt, new Date(now.getTime() - anonymousKeptMs)),
        notExists(social),
      ),
    );
}

/** Cleans up every night. */
export function identityJobs(platform: Platform): void {
  platform.jobs.work("identity.clean-up", () => cleanUpIdentity(platform));
  platform.jobs.schedule("identity.clean-up", "23 2 * * *");
}
