import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, desc, eq, sql } from "drizzle-orm";
import { users } from "../../users/index.ts";
import { userName } from "../invoices/invoice-list-sql.ts";
import { type CardRefundRow, cardRefunds, payments } from "../tables.ts";

export type ListedRefund = { refund: CardRefundRow; ownerUid: string; userName: string; creditNote: string | null };

const creditNote = sql<
  string | null
>`(select e.details ->> 'invoice' from ledger_entries e where e.id = ${cardRefunds.entryId})`;

/** A page of unpaid refunds that the card processor rejected, newest first. */
export async function listRefusedRefunds(
  db: Executor,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: ListedRefund[]; meta: PageMeta }> {
  const isRefused = eq(cardRefunds.state, "refused");
  const rows = await db
    .select({ refund: cardRefunds, ownerUid: payments.ownerUid, userName, creditNote })
    .from(cardRefunds)
    .innerJoin(payments, eq(payments.id, cardRefunds.paymentId))
    .innerJoin(users, eq(users.uid, payments.ownerUid))
    .where(isRefused)
    .orderBy(desc(cardRefunds.answeredAt), desc(cardRefunds.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(cardRefunds).where(isRefused);
  return { rows, meta: metaOf(page, per_page, counted?.total ?? 0) };
}

/** A refund and its owner, locked until the transaction ends. */
export async function lockCardRefund(
  tx: Transaction,
  id: string,
): Promise<{ refund: CardRefundRow; ownerUid: string } | null> {
  const [row] = await tx
    .select({ refund: cardRefunds, ownerUid: payments.ownerUid })
    .from(cardRefunds)
    .innerJoin(payments, eq(payments.id, cardRefunds.paymentId))
    .where(eq(cardRefunds.id, id))
    .for("update", { of: cardRefunds });
  return row ?? null;
}

/** Records the entry that paid a rejected refund. */
export async function notePaidByBank(tx: Transaction, id: string, bankEntryId: bigint, at: Date): Promise<void> {
  await tx
    .update(cardRefunds)
    .set({ state: "by_bank", bankEntryId, answeredAt: at })
    .where(and(eq(cardRefunds.id, id), eq(cardRefunds.state, "refused")));
}
