import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { desc, eq, sql } from "drizzle-orm";
import { bigint, boolean, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Compared, ProofRow } from "./reconciliation.ts";

/** A comparison as it is kept: JSON knows no bigint. */
type Kept = Omit<Compared, "left" | "right" | "rows"> & {
  left: string;
  right: string;
  rows: { what: string; left: string; right: string }[];
};

const proofs = pgTable("proofs", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ranAt: timestamp("ran_at", { withTimezone: true }).notNull(),
  askedBy: text("asked_by"),
  isEqual: boolean("is_equal").notNull(),
  checks: jsonb("checks").$type<Kept[]>().notNull(),
});

const keptOf = ({ left, right, rows, ...rest }: Compared): Kept => ({
  ...rest,
  left: left.toString(),
  right: right.toString(),
  rows: rows.map((row) => ({ what: row.what, left: row.left.toString(), right: row.right.toString() })),
});
const comparedOf = ({ left, right, rows, ...rest }: Kept): Compared => ({
  ...rest,
  left: BigInt(left),
  right: BigInt(right),
  rows: rows.map((row) => ({ what: row.what, left: BigInt(row.left), right: BigInt(row.right) })),
});
const proofOf = (row: typeof proofs.$inferSelect): ProofRow => ({ ...row, checks: row.checks.map(comparedOf) });

export async function insertProof(db: Executor, proof: Omit<ProofRow, "id">): Promise<ProofRow> {
  const [row] = await db
    .insert(proofs)
    .values({ ...proof, checks: proof.checks.map(keptOf) })
    .returning();
  return proofOf(row!);
}

export async function findProof(db: Executor, id: number): Promise<ProofRow | null> {
  const [row] = await db.select().from(proofs).where(eq(proofs.id, id));
  return row ? proofOf(row) : null;
}

export async function lastProof(db: Executor): Promise<ProofRow | null> {
  const [row] = await db.select().from(proofs).orderBy(desc(proofs.ranAt), desc(proofs.id)).limit(1);
  return row ? proofOf(row) : null;
}

/** A page of proofs, newest first. */
export async function listProofs(
  db: Executor,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: ProofRow[]; meta: PageMeta }> {
  const rows = await db
    .select()
    .from(proofs)
    .orderBy(desc(proofs.ranAt), desc(proofs.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(proofs);
  return { rows: rows.map(proofOf), meta: metaOf(page, per_page, counted?.total ?? 0) };
}
