import type { ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, ilike, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "../../users/index.ts";
import { containing, userName } from "../invoices/invoice-list-sql.ts";
import { type ManualInvoiceRow, manualInvoices } from "../tables.ts";

export type ManualInvoiceQuery = {
  page: number;
  per_page: number;
  search?: string;
  sort?: string;
  direction: "asc" | "desc";
  status?: ManualInvoiceStatus;
};
export type ListedManualInvoice = { request: ManualInvoiceRow; userName: string };

export async function insertManualInvoice(
  tx: Transaction,
  values: typeof manualInvoices.$inferInsert,
): Promise<ManualInvoiceRow> {
  const [row] = await tx.insert(manualInvoices).values(values).returning();
  return row!;
}

/** An order by invoice, locked until the transaction ends. */
export async function lockManualInvoice(tx: Transaction, id: number): Promise<ManualInvoiceRow | null> {
  const [row] = await tx.select().from(manualInvoices).where(eq(manualInvoices.id, id)).for("update");
  return row ?? null;
}

/** The order that a call with this key opened before; null where it is new. */
export async function findOrderOfRequest(tx: Transaction, requestKey: string): Promise<ManualInvoiceRow | null> {
  const [row] = await tx.select().from(manualInvoices).where(eq(manualInvoices.requestKey, requestKey));
  return row ?? null;
}

/** The invoice number of the order that a column of another table names. */
export const invoiceOfOrder = (order: SQLWrapper): SQL<string | null> =>
  sql`(select ${manualInvoices.invoiceNumber} from ${manualInvoices} where ${manualInvoices.id} = ${order})`;

export async function updateManualInvoice(
  tx: Transaction,
  id: number,
  changes: Partial<typeof manualInvoices.$inferInsert>,
  now: Date,
): Promise<ManualInvoiceRow> {
  const [row] = await tx
    .update(manualInvoices)
    .set({ ...changes, updatedAt: now })
    .where(eq(manualInvoices.id, id))
    .returning();
  return row!;
}

export async function deleteManualInvoice(tx: Transaction, id: number): Promise<void> {
  await tx.delete(manualInvoices).where(eq(manualInvoices.id, id));
}

const listed = (db: Executor) =>
  db
    .select({ request: manualInvoices, userName })
    .from(manualInvoices)
    .innerJoin(users, eq(users.uid, manualInvoices.ownerUid));

export async function getListedManualInvoice(db: Executor, id: number): Promise<ListedManualInvoice> {
  const [row] = await listed(db).where(eq(manualInvoices.id, id));
  return row!;
}

/** A page of orders by invoice, newest first unless sorted. */
export async function listManualInvoices(
  db: Executor,
  query: ManualInvoiceQuery,
): Promise<{ rows: ListedManualInvoice[]; meta: PageMeta }> {
  const filter = and(
    query.status ? eq(manualInvoices.status, query.status) : undefined,
    query.search
      ? or(
          ilike(userName, containing(query.search)),
          ilike(manualInvoices.description, containing(query.search)),
          ilike(sql`coalesce(${manualInvoices.invoiceNumber}, '')`, containing(query.search)),
        )
      : undefined,
  );
  const sortable: Record<string, SQLWrapper> = {
    id: manualInvoices.id,
    user_name: sql`lower(${userName})`,
    amount: manualInvoices.amountMicros,
    status: manualInvoices.status,
    created_at: manualInvoices.createdAt,
  };
  const column = query.sort ? sortable[query.sort] : undefined;
  const direction = column && query.direction === "asc" ? asc : desc;
  const rows = await listed(db)
    .where(filter)
    .orderBy(direction(column ?? manualInvoices.createdAt), direction(manualInvoices.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(manualInvoices)
    .innerJoin(users, eq(users.uid, manualInvoices.ownerUid))
    .where(filter);
  return { rows, meta: metaOf(query.page, query.per_page, counted?.total ?? 0) };
}
