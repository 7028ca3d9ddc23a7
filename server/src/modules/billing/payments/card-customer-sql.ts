import type { Executor } from "@litfass/platform/postgres/postgres";
import { eq } from "drizzle-orm";
import { type CardCustomerRow, cardCustomers } from "../tables.ts";

/** The processor's customer id of a user; null before the first card is saved. */
export async function findCardCustomer(db: Executor, ownerUid: string): Promise<CardCustomerRow | null> {
  const [row] = await db.select().from(cardCustomers).where(eq(cardCustomers.ownerUid, ownerUid));
  return row ?? null;
}

/** Stores the processor's customer id of a user; an existing id is kept. */
export async function insertCardCustomer(
  db: Executor,
  customer: { ownerUid: string; processorId: string; createdAt: Date },
): Promise<CardCustomerRow> {
  await db.insert(cardCustomers).values(customer).onConflictDoNothing();
  return (await findCardCustomer(db, customer.ownerUid))!;
}

/** The default card; null: the newest. */
export async function setDefaultCard(db: Executor, ownerUid: string, card: string | null): Promise<void> {
  await db.update(cardCustomers).set({ defaultMethod: card }).where(eq(cardCustomers.ownerUid, ownerUid));
}
