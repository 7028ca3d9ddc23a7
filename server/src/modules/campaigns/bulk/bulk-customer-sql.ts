import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { uidsWithinReach, users } from "../../users/index.ts";
import { campaigns } from "../index.ts";
import { type BulkCustomerRow, bulkCampaignCustomers } from "./tables.ts";

/** SQL of the customers of bulk campaigns. Callers have found or locked an accessible bulk campaign. */

export type BulkCustomerFound = BulkCustomerRow & { campaignName: string | null; campaignStatus: string | null };

/** The customers of a bulk campaign in order, with the campaigns of launched ones. */
export async function listBulkCustomers(db: Executor, bulkCampaignId: number): Promise<BulkCustomerFound[]> {
  const rows = await db
    .select({ row: bulkCampaignCustomers, campaignName: campaigns.name, campaignStatus: campaigns.status })
    .from(bulkCampaignCustomers)
    .leftJoin(campaigns, eq(campaigns.id, bulkCampaignCustomers.campaignId))
    .where(eq(bulkCampaignCustomers.bulkCampaignId, bulkCampaignId))
    .orderBy(asc(bulkCampaignCustomers.position), asc(bulkCampaignCustomers.id));
  return rows.map(({ row, ...campaign }) => ({ ...row, ...campaign }));
}

/** Budgets and campaigns of several bulk campaigns, by currency. */
export const listBudgets = (db: Executor, bulkCampaignIds: number[]) =>
  bulkCampaignIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          bulkCampaignId: bulkCampaignCustomers.bulkCampaignId,
          currency: bulkCampaignCustomers.currency,
          budgetMicros: sql<bigint>`coalesce(sum(${bulkCampaignCustomers.budgetMicros}), 0)`.mapWith(BigInt),
          campaignIds: sql<number[]>`coalesce(array_agg(${bulkCampaignCustomers.campaignId})
            filter (where ${bulkCampaignCustomers.campaignId} is not null), '{}')`.mapWith((ids: string[]) =>
            ids.map(Number),
          ),
        })
        .from(bulkCampaignCustomers)
        .where(inArray(bulkCampaignCustomers.bulkCampaignId, bulkCampaignIds))
        .groupBy(bulkCampaignCustomers.bulkCampaignId, bulkCampaignCustomers.currency)
        .orderBy(asc(bulkCampaignCustomers.bulkCampaignId), asc(bulkCampaignCustomers.currency));

export async function findBulkCustomer(
  db: Executor,
  bulkCampaignId: number,
  id: number,
): Promise<BulkCustomerRow | null> {
  const [row] = await db
    .select()
    .from(bulkCampaignCustomers)
    .where(and(eq(bulkCampaignCustomers.id, id), eq(bulkCampaignCustomers.bulkCampaignId, bulkCampaignId)));
  return row ?? null;
}

/** The advertisers among these uids that the caller may access. */
export async function customersWithinReach(db: Executor, caller: Caller, uids: string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(
      and(
        inArray(users.uid, uids),
        inArray(users.role, ["customer", "advanced_advertiser"]),
        uidsWithinReach(users.uid, caller),
      ),
    );
  return new Set(rows.map(({ uid }) => uid));
}

export type WaitingCustomer = Omit<BulkCustomerRow, "id" | "campaignId" | "launchedAt" | "refused"> & {
  /** Set for an existing customer. */
  id: number | null;
};

/** Replaces the customers that are not launched yet; those with an id keep it. */
export async function replaceWaiting(
  tx: WriteTransaction,
  bulkCampaignId: number,
  waiting: WaitingCustomer[],
): Promise<void> {
  const knownIds = waiting.flatMap(({ id }) => (id === null ? [] : [id]));
  const isWaiting = and(
    eq(bulkCampaignCustomers.bulkCampaignId, bulkCampaignId),
    isNull(bulkCampaignCustomers.campaignId),
  );
  await tx.delete(bulkCampaignCustomers).where(and(isWaiting, notInArray(bulkCampaignCustomers.id, [0, ...knownIds])));
  // Branches may have swapped names, which are unique: each gets an interim name first.
  await tx
    .update(bulkCampaignCustomers)
    .set({ branch: sql`'#' || ${bulkCampaignCustomers.id}` })
    .where(isWaiting);
  for (const { id, ...values } of waiting) {
    if (id === null) await tx.insert(bulkCampaignCustomers).values(values);
    else
      await tx
        .update(bulkCampaignCustomers)
        .set(values)
        .where(and(isWaiting, eq(bulkCampaignCustomers.id, id)));
  }
}

/** Customers whose own group is no longer chosen get the first group. */
export async function resetGroups(tx: WriteTransaction, bulkCampaignId: number, chosen: string[]): Promise<void> {
  await tx
    .update(bulkCampaignCustomers)
    .set({ creativeGroup: null })
    .where(
      and(
        eq(bulkCampaignCustomers.bulkCampaignId, bulkCampaignId),
        isNull(bulkCampaignCustomers.campaignId),
        chosen.length > 0 ? notInArray(bulkCampaignCustomers.creativeGroup, chosen) : undefined,
      ),
    );
}

/** Stores the campaign of a customer. */
export async function updateLaunched(tx: WriteTransaction, id: number, campaignId: number, now: Date): Promise<void> {
  await tx
    .update(bulkCampaignCustomers)
    .set({ campaignId, launchedAt: now, refused: [] })
    .where(eq(bulkCampaignCustomers.id, id));
}

/** Stores why a customer could not launch, unless another call has launched it in the meantime. */
export async function updateRefused(tx: WriteTransaction, id: number, codes: string[]): Promise<void> {
  await tx
    .update(bulkCampaignCustomers)
    .set({ refused: codes })
    .where(and(eq(bulkCampaignCustomers.id, id), isNull(bulkCampaignCustomers.campaignId)));
}
