import type { ConnectionService } from "@litfass/contract/connections/connections";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, count, desc, eq, ilike, ne, or, type SQL } from "drizzle-orm";
import { users } from "../users/index.ts";
import { type ConnectionRow, connections } from "./tables.ts";

const isOf = (uid: string, service: ConnectionService) =>
  and(eq(connections.uid, uid), eq(connections.service, service));

/** A user's own connection to a service. */
export async function findConnection(
  db: Executor,
  uid: string,
  service: ConnectionService,
): Promise<ConnectionRow | null> {
  const [row] = await db.select().from(connections).where(isOf(uid, service));
  return row ?? null;
}

/** Stores a connection, replacing an earlier one. */
export async function saveConnection(tx: WriteTransaction, row: ConnectionRow): Promise<void> {
  const { uid: _uid, service: _service, ...changed } = row;
  await tx
    .insert(connections)
    .values(row)
    .onConflictDoUpdate({ target: [connections.uid, connections.service], set: changed });
}

/** Changes a connection unless it was replaced since it was read. */
export async function updateConnection(
  tx: WriteTransaction,
  { uid, service, connectedAt }: Pick<ConnectionRow, "uid" | "service" | "connectedAt">,
  change: Partial<Pick<ConnectionRow, "sealedTokens" | "fetchedAt" | "brokenAt">>,
): Promise<void> {
  await tx
    .update(connections)
    .set(change)
    .where(and(isOf(uid, service), eq(connections.connectedAt, connectedAt)));
}

/** Deletes and returns a connection, or null. */
export async function deleteConnection(
  tx: WriteTransaction,
  uid: string,
  service: ConnectionService,
): Promise<ConnectionRow | null> {
  const [row] = await tx.delete(connections).where(isOf(uid, service)).returning();
  return row ?? null;
}

/** Whether the same account of the provider is connected for another service, here or by another user. */
export async function isSubjectUsed(db: Executor, { uid, service, subject }: ConnectionRow): Promise<boolean> {
  const [row] = await db
    .select({ uid: connections.uid })
    .from(connections)
    .where(and(eq(connections.subject, subject), or(ne(connections.uid, uid), ne(connections.service, service))))
    .limit(1);
  return row !== undefined;
}

/** The user whose connection to a service is the latest. */
export async function findLatestUser(db: Executor, service: ConnectionService): Promise<string | null> {
  const [row] = await db
    .select({ uid: connections.uid })
    .from(connections)
    .where(eq(connections.service, service))
    .orderBy(desc(connections.connectedAt), connections.uid)
    .limit(1);
  return row?.uid ?? null;
}

export type ConnectedUser = Pick<ConnectionRow, "uid" | "accountName" | "connectedAt" | "brokenAt"> & {
  fullName: string;
  email: string | null;
};

/** One page of all users with a connection to a service, latest first. Only for callers with access to everyone. */
export async function listConnectedUsers(
  db: Executor,
  service: ConnectionService,
  { page, perPage, search }: { page: number; perPage: number; search: string | undefined },
): Promise<{ rows: ConnectedUser[]; total: number }> {
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const found: SQL | undefined = search
    ? or(ilike(users.fullName, pattern), ilike(users.email, pattern), ilike(connections.accountName, pattern))
    : undefined;
  const where = and(eq(connections.service, service), found);
  const joined = eq(users.uid, connections.uid);
  const [total] = await db.select({ value: count() }).from(connections).innerJoin(users, joined).where(where);
  const rows = await db
    .select({
      uid: connections.uid,
      accountName: connections.accountName,
      connectedAt: connections.connectedAt,
      brokenAt: connections.brokenAt,
      fullName: users.fullName,
      email: users.email,
    })
    .from(connections)
    .innerJoin(users, joined)
    .where(where)
    .orderBy(desc(connections.connectedAt), connections.uid)
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { rows, total: total?.value ?? 0 };
}
