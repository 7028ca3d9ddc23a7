import { userStatus } from "@litfass/contract/kernel/roles";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, desc, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import { type UserRow, userIdentities, users } from "../../users/index.ts";
import { secondFactors } from "../second-factor/second-factor-tables.ts";
import { type SessionRow, sessions } from "../tables.ts";

export type OpenSession = { user: UserRow; lastSeenAt: Date; hasSecondFactor: boolean };

/**
 * The user of an open session, with the current role, status and second factor. Every call runs it, so it is one
 * statement.
 */
export async function findSession(
  db: Executor,
  idHash: string,
  now: Date,
  idleMs: number,
): Promise<OpenSession | null> {
  const [row] = await db
    .select({
      user: users,
      lastSeenAt: sessions.lastSeenAt,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .leftJoin(secondFactors, eq(secondFactors.uid, sessions.uid))
    .where(
      and(
        eq(sessions.idHash, idHash),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - idleMs)),
        // An archived user has no session, even if one was open.
        sql`${users.status} is distinct from ${userStatus.archived}`,
      ),
    );
  return row ?? null;
}

export const insertSession = async (db: Executor, session: typeof sessions.$inferInsert): Promise<void> => {
  await db.insert(sessions).values(session);
};

export const touchSession = async (db: Executor, idHash: string, now: Date): Promise<void> => {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.idHash, idHash));
};

export const endSession = async (db: Executor, idHash: string): Promise<void> => {
  await db.delete(sessions).where(eq(sessions.idHash, idHash));
};

/** When a session was opened, or null. */
export async function sessionOpenedAt(db: Executor, idHash: string): Promise<Date | null> {
  const [row] = await db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.idHash, idHash));
  return row?.createdAt ?? null;
}

/** A user's open sessions: the current one, then the most recently used first. */
export const listSessionsOf = (
  db: Executor,
  uid: string,
  { present, now, idleMs, limit }: { present: string | null; now: Date; idleMs: number; limit: number },
): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.uid, uid),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - idleMs)),
      ),
    )
    .orderBy(sql`${sessions.idHash} = ${present ?? ""} desc`, desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(limit);

/** Ends one session of a user by its public id. False where the user has no such session. */
export async function endSessionOf(db: Executor, uid: string, publicId: string): Promise<boolean> {
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.uid, uid), eq(sessions.publicId, publicId)));
  return rowCount === 1;
}

/** Ends the sessions of a user, except one. Returns their number. */
export async function endSessionsOf(
  tx: WriteTransaction,
  uid: string,
  exceptIdHash: string | null = null,
): Promise<number> {
  const others = exceptIdHash === null ? undefined : ne(sessions.idHash, exceptIdHash);
  const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.uid, uid), others));
  return rowCount ?? 0;
}

/** Ends the sessions of the user of an identity. */
export async function endSessionsOfSubject(db: Executor, provider: string, subject: string): Promise<void> {
  const uids = db
    .select({ uid: userIdentities.uid })
    .from(userIdentities)
    .where(and(eq(userIdentities.provider, provider), eq(userIdentities.subject, subject)));
  await db.delete(sessions).where(inArray(sessions.uid, uids));
}

/** Deletes expired sessions. */
export const deleteExpiredSessions = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
};
