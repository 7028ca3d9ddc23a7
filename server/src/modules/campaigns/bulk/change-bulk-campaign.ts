import type { BulkCampaignChange } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { changeCampaign } from "../index.ts";
import { updateBulkCampaign } from "./bulk-campaign-sql.ts";
import { forgetGroups } from "./bulk-customer-sql.ts";
import { checkGroups } from "./check-groups.ts";
import { holdBulkCampaign } from "./get-bulk-campaign.ts";
import { saveCustomers } from "./save-customers.ts";

/** Saves what is given (API-BULK-007). Campaigns that were launched stay as they are. */
export async function changeBulkCampaign(
  db: Database,
  caller: Caller,
  id: number,
  { customers, creative_groups, archived, ...settings }: BulkCampaignChange,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { bulk, pattern } = await holdBulkCampaign(tx, caller, id);
    if (Object.keys(settings).length > 0) await changeCampaign(tx, caller, pattern.id, settings, now);
    if (creative_groups) {
      await checkGroups(tx, pattern.id, creative_groups);
      await forgetGroups(tx, bulk.id, creative_groups);
    }
    const creativeGroups = creative_groups ?? bulk.creativeGroups;
    if (customers) await saveCustomers(tx, caller, { id: bulk.id, creativeGroups }, customers);
    const archivedAt = archived === undefined ? bulk.archivedAt : archived ? (bulk.archivedAt ?? now) : null;
    await updateBulkCampaign(tx, bulk.id, { creativeGroups, archivedAt }, now);
  });
}
