import type { Executor } from "@litfass/platform/postgres/postgres";
import { eq, inArray, max } from "drizzle-orm";
import { userIdentities } from "../../users/index.ts";
import { accounts, sessions } from "../tables.ts";

/** The last activity of these users: of an open session, else the last sign-in. Users with neither are absent. */
export async function lastSeenOf(db: Executor, uids: string[]): Promise<Map<string, Date>> {
  const seen = new Map<string, Date>();
  if (uids.length === 0) return seen;
  const note = (uid: string, at: Date | null): void => {
    if (at && at > (seen.get(uid) ?? new Date(0))) seen.set(uid, at);
  };
  const open = await db
    .select({ uid: sessions.uid, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(inArray(sessions.uid, uids))
    .groupBy(sessions.uid);
  for (const { uid, at } of open) note(uid, at);
  const signedIn = await db
    .select({ uid: userIdentities.uid, at: accounts.lastLoginAt })
    .from(userIdentities)
    .innerJoin(accounts, eq(accounts.localId, userIdentities.subject))
    .where(inArray(userIdentities.uid, uids));
  for (const { uid, at } of signedIn) note(uid, at);
  return seen;
}
