import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { bigint, boolean, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { type UserRow, users } from "../../users/index.ts";
import type { Compared, ReconciliationRow } from "./reconciliation.ts";

/** A comparison as stored: JSON has no bigint. */
type StoredComparison = Omit<Compared, "left" | "right" | "rows"> & {
  left: string;
  right: string;
  rows: { what: string; left: string; right: string }[];
};

const proofs = pgTable("proofs", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ranAt: timestamp("ran_at", { withTimezone: true }).notNull(),
  askedBy: text("asked_by"),
  isEqual: boolean("is_equal").notNull(),
  checks: jsonb("checks").$type<StoredComparison[]>().notNull(),
});

const storedOf = ({ left, right, rows, ...rest }: Compared): StoredComparison => ({
  ...rest,
  left: left.toString(),
  right: right.toString(),
  rows: rows.map((row) => ({ what: row.what, left: row.left.toString(), right: row.right.toString() })),
});
const comparedOf = ({ left, right, rows, ...rest }: StoredComparison): Compared => ({
  ...rest,
  left: BigInt(left),
  right: BigInt(right),
  rows: rows.map((row) => ({ what: row.what, left: BigInt(row.left), right: BigInt(row.right) })),
});
const reconciliationOf = (row: typeof proofs.$inferSelect): ReconciliationRow => ({
  ...row,
  checks: row.checks.map(comparedOf),
});

export async function insertReconciliation(
  db: Executor,
  proof: Omit<ReconciliationRow, "id">,
): Promise<ReconciliationRow> {
  const [row] = await db
    .insert(proofs)
    .values({ ...proof, checks: proof.checks.map(storedOf) })
    .returning();
  return reconciliationOf(row!);
}

export async function findReconciliation(db: Executor, id: number): Promise<ReconciliationRow | null> {
  const [row] = await db.select().from(proofs).where(eq(proofs.id, id));
  return row ? reconciliationOf(row) : null;
}

export async function lastReconciliation(db: Executor): Promise<ReconciliationRow | null> {
  const [row] = await db.select().from(proofs).orderBy(desc(proofs.ranAt), desc(proofs.id)).limit(1);
  return row ? reconciliationOf(row) : null;
}

/** A page of reconciliations, newest first. */
export async function listReconciliations(
  db: Executor,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: ReconciliationRow[]; meta: PageMeta }> {
  const rows = await db
    .select()
    .from(proofs)
    .orderBy(desc(proofs.ranAt), desc(proofs.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(proofs);
  return { rows: rows.map(reconciliationOf), meta: metaOf(page, per_page, counted?.total ?? 0) };
}

/** Active accountants with an e-mail address; the super admins if there is no accountant. */
export async function listAccountants(db: Executor): Promise<UserRow[]> {
  const active = and(eq(users.status, 2), isNotNull(users.email), inArray(users.role, ["accountant", "super_admin"]));
  const found = await db.select().from(users).where(active).limit(50);
  const accountants = found.filter(({ role }) => role === "accountant");
  return accountants.length > 0 ? accountants : found;
}
