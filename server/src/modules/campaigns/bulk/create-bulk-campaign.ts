import type { bulkCampaignEndpoints } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { z } from "zod";
import { createPattern } from "../index.ts";
import { insertBulkCampaign } from "./bulk-campaign-sql.ts";
import { checkGroups } from "./check-groups.ts";
import { saveCustomers } from "./save-customers.ts";

type NewBulkCampaign = z.output<NonNullable<typeof bulkCampaignEndpoints.createBulkCampaign.body>>;

/** Creates a bulk campaign owned by the caller, with the pattern that holds what all share. @returns its id. */
export async function createBulkCampaign(
  db: Database,
  caller: Caller,
  { customers, creative_groups = [], archived: _never, ...settings }: NewBulkCampaign,
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const pattern = await createPattern(tx, caller, settings, now);
    await checkGroups(tx, pattern.id, creative_groups);
    const bulk = await insertBulkCampaign(tx, {
      patternId: pattern.id,
      ownerUid: caller.uid,
      creativeGroups: creative_groups,
      createdAt: now,
      updatedAt: now,
    });
    if (customers) await saveCustomers(tx, caller, bulk, customers);
    return bulk.id;
  });
}
