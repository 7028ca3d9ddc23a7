import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, forbidden, notFound } from "@litfass/platform/problem";
import { campaignExists, findCampaignRow, lockCampaignRow } from "./campaign-sql.ts";
import type { CampaignRow } from "./tables.ts";

/** A campaign that the caller may access. 403 for another user's, 404 for an unknown one (API-CAMP-003). */
export async function getCampaign(db: Executor, caller: Caller, id: number): Promise<CampaignRow> {
  return (await findCampaignRow(db, caller, id)) ?? refuse(db, id);
}

/** The same, locked for the rest of the transaction. */
export async function getCampaignForChange(tx: Transaction, caller: Caller, id: number): Promise<CampaignRow> {
  return (await lockCampaignRow(tx, caller, id)) ?? refuse(tx, id);
}

async function refuse(db: Executor, id: number): Promise<never> {
  throw (await campaignExists(db, id)) ? forbidden() : notFound();
}

/** Bulk templates cannot be started, copied or deleted directly. @throws 409 for one. */
export function requireNoBulkTemplate(row: Pick<CampaignRow, "isBulkTemplate">): void {
  if (row.isBulkTemplate) throw conflict("campaign_is_pattern", "campaign.pattern");
}
