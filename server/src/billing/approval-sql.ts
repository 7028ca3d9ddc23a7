import type { Currency } from "@litfass/contract/money";
import { metaOf, type PageMeta } from "@litfass/contract/page";
import { and, desc, eq, sql } from "drizzle-orm";
import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Executor, Transaction } from "../platform/postgres.ts";
import type { MakeTransaction } from "./make-transaction.ts";
import type { Refund } from "./refund-transaction.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

const moneyApprovals = pgTable("money_approvals", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").$type<"credit" | "refund">().notNull(),
  ownerUid: text("owner_uid").notNull(),
  currency: text("currency").$type<Currency>().notNull(),
  amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
  request: jsonb("request").$type<MakeTransaction | Refund>().notNull(),
  requestKey: text("request_key").notNull(),
  state: text("state").$type<"pending" | "approved" | "rejected">().notNull(),
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  decidedBy: text("decided_by"),
  decidedAt: instant("decided_at"),
  note: text("note"),
  entryId: bigint("entry_id", { mode: "bigint" }),
});
export type ApprovalRow = typeof moneyApprovals.$inferSelect;

/** Keeps a request; the same key again answers the first one. */
export async function insertApproval(
  tx: Transaction,
  approval: typeof moneyApprovals.$inferInsert,
): Promise<{ row: ApprovalRow; isNew: boolean }> {
  const [made] = await tx
    .insert(moneyApprovals)
    .values(approval)
    .onConflictDoNothing({ target: moneyApprovals.requestKey })
    .returning();
  if (made) return { row: made, isNew: true };
  return { row: (await findApprovalOfRequest(tx, approval.requestKey))!, isNew: false };
}

/** What a call with this key asked for before; null where it is new. */
export async function findApprovalOfRequest(tx: Transaction, requestKey: string): Promise<ApprovalRow | null> {
  const [row] = await tx.select().from(moneyApprovals).where(eq(moneyApprovals.requestKey, requestKey));
  return row ?? null;
}

/** A request, locked until the transaction ends. */
export async function lockApproval(tx: Transaction, id: number): Promise<ApprovalRow | null> {
  const [row] = await tx.select().from(moneyApprovals).where(eq(moneyApprovals.id, id)).for("update");
  return row ?? null;
}

export async function decideApproval(
  tx: Transaction,
  id: number,
  decision: Pick<ApprovalRow, "state" | "decidedBy" | "decidedAt" | "note" | "entryId">,
): Promise<ApprovalRow> {
  const [row] = await tx.update(moneyApprovals).set(decision).where(eq(moneyApprovals.id, id)).returning();
  return row!;
}

/** A page of requests: pending ones first, then the newest. */
export async function listApprovals(
  db: Executor,
  { page, per_page, state }: { page: number; per_page: number; state?: ApprovalRow["state"] },
): Promise<{ rows: ApprovalRow[]; meta: PageMeta }> {
  const filter = and(state ? eq(moneyApprovals.state, state) : undefined);
  const rows = await db
    .select()
    .from(moneyApprovals)
    .where(filter)
    .orderBy(sql`${moneyApprovals.state} <> 'pending'`, desc(moneyApprovals.requestedAt), desc(moneyApprovals.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(moneyApprovals).where(filter);
  return { rows, meta: metaOf(page, per_page, counted?.total ?? 0) };
}

/** What requests that wait would take out of a transaction already, in micros. */
export async function pendingRefunds(db: Executor, transaction: string): Promise<bigint> {
  const { rows } = await db.execute<{ micros: string }>(sql`
    select coalesce(sum(amount_micros), 0)::bigint as micros from money_approvals
    where state = 'pending' and kind = 'refund' and request ->> 'transaction' = ${transaction}`);
  return BigInt(rows[0]?.micros ?? 0);
}
