import type { ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, ilike, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "../../users/index.ts";
import { containing, userName } from "../invoices/invoice-list-sql.ts";
import { type OrderRow, orders } from "../tables.ts";

export type OrderQuery = {
  page: number;
  per_page: number;
  search?: string;
  sort?: string;
  direction: "asc" | "desc";
  status?: ManualInvoiceStatus;
  user?: string;
};
export type ListedOrder = { request: OrderRow; userName: string };

export async function insertOrder(tx: Transaction, values: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await tx.insert(orders).values(values).returning();
  return row!;
}

/** An invoice order, locked until the transaction ends. */
export async function lockOrderRow(tx: Transaction, id: number): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  return row ?? null;
}

/** The order that an earlier call with this key created; null for a new key. */
export async function findOrderOfRequest(tx: Transaction, requestKey: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.requestKey, requestKey));
  return row ?? null;
}

/** The newest order of a customer, or null. */
export async function lastOrderOf(db: Executor, ownerUid: string): Promise<number | null> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.ownerUid, ownerUid))
    .orderBy(desc(orders.id))
    .limit(1);
  return row?.id ?? null;
}

/** The invoice number of the order referenced by a column of another table. */
export const invoiceOfOrder = (order: SQLWrapper): SQL<string | null> =>
  sql`(select ${orders.invoiceNumber} from ${orders} where ${orders.id} = ${order})`;

export async function updateOrder(
  tx: Transaction,
  id: number,
  changes: Partial<typeof orders.$inferInsert>,
  now: Date,
): Promise<OrderRow> {
  const [row] = await tx
    .update(orders)
    .set({ ...changes, updatedAt: now })
    .where(eq(orders.id, id))
    .returning();
  return row!;
}

export async function deleteOrderRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(orders).where(eq(orders.id, id));
}

const listed = (db: Executor) =>
  db.select({ request: orders, userName }).from(orders).innerJoin(users, eq(users.uid, orders.ownerUid));

export async function getListedOrder(db: Executor, id: number): Promise<ListedOrder> {
  const [row] = await listed(db).where(eq(orders.id, id));
  return row!;
}

/** A page of invoice orders, newest first unless sorted. */
export async function listOrders(db: Executor, query: OrderQuery): Promise<{ rows: ListedOrder[]; meta: PageMeta }> {
  const filter = and(
    query.status ? eq(orders.status, query.status) : undefined,
    query.user ? eq(orders.ownerUid, query.user) : undefined,
    query.search
      ? or(
          ilike(userName, containing(query.search)),
          ilike(orders.description, containing(query.search)),
          ilike(sql`coalesce(${orders.invoiceNumber}, '')`, containing(query.search)),
        )
      : undefined,
  );
  const sortable: Record<string, SQLWrapper> = {
    id: orders.id,
    user_name: sql`lower(${userName})`,
    amount: orders.amountMicros,
    status: orders.status,
    created_at: orders.createdAt,
  };
  const column = query.sort ? sortable[query.sort] : undefined;
  const direction = column && query.direction === "asc" ? asc : desc;
  const rows = await listed(db)
    .where(filter)
    .orderBy(direction(column ?? orders.createdAt), direction(orders.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(orders)
    .innerJoin(users, eq(users.uid, orders.ownerUid))
    .where(filter);
  return { rows, meta: metaOf(query.page, query.per_page, counted?.total ?? 0) };
}
