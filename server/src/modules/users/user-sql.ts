import type { Currency } from "@litfass/contract/kernel/money";
import { isCustomer, isStaff, type Role, roles, userStatus } from "@litfass/contract/kernel/roles";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, count, eq, inArray, isNull, ne, notInArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type UserRow, userIdentities, users } from "./tables.ts";

/** The user with this uid, or null. */
export async function findUser(db: Executor, uid: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.uid, uid));
  return user ?? null;
}

/** The user with exactly this stored address, or null. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return user ?? null;
}

/** The same, except closed accounts: their addresses are free for new ones. */
export async function findOpenUserByEmail(db: Executor, email: string): Promise<UserRow | null> {
  const isOpen = or(isNull(users.status), ne(users.status, userStatus.archived));
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isOpen))
    .limit(1);
  return user ?? null;
}

/** The users with one of these roles who may sign in, for mails to staff; at most 200. */
export const listByRole = (db: Executor, roles: Role[]): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        inArray(users.role, roles),
        or(isNull(users.status), notInArray(users.status, [userStatus.disabled, userStatus.archived])),
      ),
    )
    .orderBy(asc(users.uid))
    .limit(200);

/** The same, locked for the rest of the transaction, so that "before" in the audit log is accurate. */
export async function lockUser(tx: WriteTransaction, uid: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.uid, uid)).for("update");
  return user ?? null;
}

/** The user linked to this subject of an identity provider, or null. */
export async function findUserBySubject(db: Executor, provider: string, subject: string): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: users })
    .from(userIdentities)
    .innerJoin(users, eq(users.uid, userIdentities.uid))
    .where(and(eq(userIdentities.provider, provider), eq(userIdentities.subject, subject)));
  return row?.user ?? null;
}

/** The user's subject at the provider, or null. */
export async function findSubject(db: Executor, provider: string, uid: string): Promise<string | null> {
  const [row] = await db
    .select({ subject: userIdentities.subject })
    .from(userIdentities)
    .where(and(eq(userIdentities.provider, provider), eq(userIdentities.uid, uid)))
    .limit(1);
  return row?.subject ?? null;
}

/** An invited user (status 1) of this address who has never signed in, or null. */
export async function findInvitedUser(db: Executor, email: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = ${email.toLowerCase()}`,
        eq(users.status, userStatus.invited),
        sql`not exists (select 1 from ${userIdentities} where ${userIdentities.uid} = ${users.uid})`,
      ),
    )
    .limit(1);
  return user ?? null;
}

export const insertUser = async (db: Executor, user: typeof users.$inferInsert): Promise<UserRow> => {
  const [row] = await db.insert(users).values(user).returning();
  if (!row) throw new Error("PostgreSQL returned no row for an inserted user");
  return row;
};

/** Links a provider's subject to a user. False if it is already linked. */
export async function insertIdentity(db: Executor, identity: typeof userIdentities.$inferInsert): Promise<boolean> {
  const rows = await db.insert(userIdentities).values(identity).onConflictDoNothing().returning();
  return rows.length === 1;
}

/** Changes a user and returns it. @throws for an unknown user. */
export async function updateUser(
  db: Executor,
  uid: string,
  changes: Partial<typeof users.$inferInsert>,
  now: Date,
): Promise<UserRow> {
  const [row] = await db
    .update(users)
    .set({ ...changes, updatedAt: now })
    .where(eq(users.uid, uid))
    .returning();
  if (!row) throw new Error(`There is no user ${uid}`);
  return row;
}

/** Sets the time of verification once; later calls change nothing. False if the address is no longer `email`. */
export async function verifyEmail(db: Executor, uid: string, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`, updatedAt: now })
    .where(and(eq(users.uid, uid), sql`lower(${users.email}) = ${email.toLowerCase()}`))
    .returning({ uid: users.uid });
  return rows.length === 1;
}

/** Whether another user that is not archived has this address. */
export async function isEmailTaken(db: Executor, email: string, exceptUid: string): Promise<boolean> {
  const [row] = await db
    .select({ uid: users.uid })
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = ${email.toLowerCase()}`,
        sql`${users.uid} <> ${exceptUid}`,
        or(isNull(users.status), sql`${users.status} <> ${userStatus.archived}`),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Display names by uid: for a customer the company, else the person; for staff the person. */
export const namesOf = async (db: Executor, uids: string[]): Promise<Map<string, string>> =>
  new Map((await namedUsers(db, uids)).map(({ uid, name }) => [uid, name]));

/**
 * The same for staff who read them: a user without a name, such as the first administrator of an installation, is shown by
 * e-mail address.
 */
export const namesForStaff = async (db: Executor, uids: string[]): Promise<Map<string, string>> =>
  new Map((await namedUsers(db, uids)).map(({ uid, name, email }) => [uid, name || (email ?? "")]));

async function namedUsers(db: Executor, uids: string[]) {
  if (uids.length === 0) return [];
  const { uid, role, email, companyName: company, displayName: name } = users;
  const rows = await db.select({ uid, role, email, company, name }).from(users).where(inArray(uid, uids));
  return rows.map((row) => ({
    ...row,
    name: (isStaff(row.role) ? row.name || row.company : row.company || row.name) ?? "",
  }));
}

/** The users with these uids, by uid. */
export async function findUsers(db: Executor, uids: string[]): Promise<Map<string, UserRow>> {
  if (uids.length === 0) return new Map();
  const rows = await db.select().from(users).where(inArray(users.uid, uids));
  return new Map(rows.map((row) => [row.uid, row]));
}

/** SQL of an account's currency, as `currencyOf`. */
export const currencyOfUid = (uid: SQLWrapper): SQL<Currency> => sql<Currency>`(select coalesce(u.currency,
  case when u.country_code is null or u.country_code in ('CH', 'LI') then 'CHF' else 'EUR' end)
  from users u where u.uid = ${uid})`;

/** The currencies of customers' accounts that are not archived. */
export async function currenciesOfCustomers(db: Executor): Promise<Currency[]> {
  const isOne = and(
    inArray(users.role, roles.filter(isCustomer)),
    sql`${users.status} is distinct from ${userStatus.archived}`,
  );
  const rows = await db
    .selectDistinct({ currency: currencyOfUid(sql`users.uid`) })
    .from(users)
    .where(isOne);
  return rows.map(({ currency }) => currency);
}

/** How many of these uids are customers. */
export async function countCustomers(db: Executor, uids: string[]): Promise<number> {
  if (uids.length === 0) return 0;
  const isOne = and(inArray(users.uid, uids), inArray(users.role, roles.filter(isCustomer)));
  const [row] = await db.select({ value: count() }).from(users).where(isOne);
  return row?.value ?? 0;
}

/** Deletes a user that was inserted in the same transaction. */
export const deleteUser = async (tx: WriteTransaction, uid: string): Promise<void> => {
  await tx.delete(users).where(eq(users.uid, uid));
};

/** Unlinks a user from every identity. */
export const deleteIdentitiesOf = async (tx: WriteTransaction, uid: string): Promise<void> => {
  await tx.delete(userIdentities).where(eq(userIdentities.uid, uid));
};

/** When the first account was opened: since then the installation has offered something. Null without accounts. */
export async function firstAccountAt(db: Executor): Promise<Date | null> {
  const [row] = await db.select({ at: sql<string | null>`min(${users.createdAt})` }).from(users);
  return row?.at ? new Date(row.at) : null;
}

/** Whether there is a super_admin, ignoring archived ones. */
export async function hasSuperAdmin(db: Executor): Promise<boolean> {
  const [row] = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.role, "super_admin"), or(isNull(users.status), sql`${users.status} <> ${userStatus.archived}`)))
    .limit(1);
  return row !== undefined;
}
