import type { Approval } from "@litfass/contract/billing/billing";
import type { Currency } from "@litfass/contract/kernel/money";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { endOfDay, startOfDay } from "../day-bounds-sql.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

const moneyApprovals = pgTable("money_approvals", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").$type<Approval["kind"]>().notNull(),
  ownerUid: text("owner_uid").notNull(),
  currency: text("currency").$type<Currency>().notNull(),
  amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
  /** The pending command and its input. */
  command: text("command").notNull(),
  request: jsonb("request").$type<unknown>().notNull(),
  description: text("description").notNull(),
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

/** Stores a request for a second person. */
export async function insertApproval(
  tx: WriteTransaction,
  approval: typeof moneyApprovals.$inferInsert,
): Promise<ApprovalRow> {
  const [made] = await tx.insert(moneyApprovals).values(approval).returning();
  if (!made) throw new Error("The request was not kept");
  return made;
}

/** The request an earlier call with this key created; null for a new key. */
export async function findApprovalOfRequest(tx: Transaction, requestKey: string): Promise<ApprovalRow | null> {
  const [row] = await tx.select().from(moneyApprovals).where(eq(moneyApprovals.requestKey, requestKey));
  return row ?? null;
}

/** A request, locked for the rest of the transaction. */
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

/** The micros that pending requests would already take out of a transaction. */
export async function pendingRefunds(db: Executor, transaction: string): Promise<bigint> {
  const { rows } = await db.execute<{ micros: string }>(sql`
    select coalesce(sum(amount_micros), 0)::bigint as micros from money_approvals
    where state = 'pending' and kind = 'refund' and request ->> 'transaction' = ${transaction}`);
  return BigInt(rows[0]?.micros ?? 0);
}

/** Whether a request to mark an order as paid is pending. */
export async function orderAwaitsApproval(tx: Transaction, orderId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from money_approvals where state = 'pending' and kind = 'order' and (request ->> 'id')::bigint = ${orderId}`);
  return rows.length > 0;
}

/** Whether a request to accept an exchange's invoice is pending. */
export async function mediaInvoiceAwaitsApproval(tx: Transaction, invoice: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from money_approvals
    where state = 'pending' and kind = 'media' and (request ->> 'invoice')::bigint = ${invoice}`);
  return rows.length > 0;
}

/** Whether a request to approve a publisher's statement is pending. */
export async function publisherStatementAwaitsApproval(tx: Transaction, statement: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from money_approvals
    where state = 'pending' and kind = 'publisher' and (request ->> 'statement')::bigint = ${statement}`);
  return rows.length > 0;
}

type Moved = { currency: Currency; direction: "credit" | "refund" };

const kindsOf = ({ direction }: Moved): SQL =>
  sql.join(
    (direction === "refund" ? ["refund"] : ["manual", "subsidy", "plan", "order"]).map((kind) => sql`${kind}`),
    sql`, `,
  );

/**
 * The available money that one person alone moved on a Zurich day (YYYY-MM-DD), as a source with filters. An entry has
 * a second person if it was approved or if someone else approved its order. The discount of an order counts with it.
 */
const movedOn = (moved: Moved, day: string): SQL => sql`
  ledger_entries e
  join ledger_lines l on l.entry_id = e.id
  join ledger_accounts a on a.id = l.account_id
  left join ledger_entries o on o.id = (e.details ->> 'discounts')::bigint and e.kind = 'discount' and e.reverses is null
  where a.kind = 'available' and a.currency = ${moved.currency} and coalesce(o.kind, e.kind) in (${kindsOf(moved)})
    and e.at >= ${startOfDay(day)} and e.at < ${endOfDay(day)}
    and e.actor_uid is not null and not e.details ? 'approval'
    and coalesce(o.details ->> 'approvedBy', e.details ->> 'approvedBy', e.actor_uid) = e.actor_uid`;

/** The micros that people, each alone, credited to a customer or refunded on a Zurich day. */
export async function movedAlone(
  tx: Transaction,
  { customerUid, ...moved }: Moved & { customerUid: string },
  day: string,
): Promise<bigint> {
  const { rows } = await tx.execute<{ micros: string }>(sql`
    select coalesce(sum(abs(l.amount_micros)), 0)::bigint as micros from ${movedOn(moved, day)}
      and a.owner_uid = ${customerUid}`);
  return BigInt(rows[0]?.micros ?? 0);
}

/** The most micros that one person alone credited to one customer on a Zurich day. */
export async function maxCreditedAlone(
  tx: Transaction,
  { by, currency }: { by: string; currency: Currency },
  day: string,
): Promise<bigint> {
  const { rows } = await tx.execute<{ micros: string }>(sql`
    select sum(l.amount_micros)::bigint as micros from ${movedOn({ currency, direction: "credit" }, day)}
      and e.actor_uid = ${by} group by a.owner_uid order by 1 desc limit 1`);
  return BigInt(rows[0]?.micros ?? 0);
}
