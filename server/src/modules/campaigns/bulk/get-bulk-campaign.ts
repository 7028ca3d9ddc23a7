import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { forbidden, notFound } from "@litfass/platform/problem";
import { type BulkCampaignFound, bulkCampaignExists, findBulkCampaign, lockBulkCampaign } from "./bulk-campaign-sql.ts";

/** A bulk campaign that the caller may access. 403 for another user's, 404 for an unknown one. */
export async function getBulkCampaign(db: Executor, caller: Caller, id: number): Promise<BulkCampaignFound> {
  const found = await findBulkCampaign(db, caller, id);
  if (found) return found;
  throw (await bulkCampaignExists(db, id)) ? forbidden() : notFound();
}

/** The same, locked for the rest of the transaction. */
export async function getBulkCampaignForChange(
  tx: WriteTransaction,
  caller: Caller,
  id: number,
): Promise<BulkCampaignFound> {
  await lockBulkCampaign(tx, caller, id);
  return getBulkCampaign(tx, caller, id);
}
