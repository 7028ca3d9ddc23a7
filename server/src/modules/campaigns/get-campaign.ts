import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { forbidden, notFound } from "@litfass/platform/problem";
import { campaignExists, findCampaignRow, lockCampaignRow } from "./campaign-sql.ts";
import type { CampaignRow } from "./tables.ts";

/** A campaign within the caller's reach. 403 where it is somebody else's, 404 where there is none (API-CAMP-003). */
export async function getCampaign(db: Database | Transaction, caller: Caller, id: number): Promise<CampaignRow> {
  return (await findCampaignRow(db, caller, id)) ?? refuse(db, id);
}

/** The same, locked for the rest of the transaction. */
export async function getCampaignForChange(tx: Transaction, caller: Caller, id: number): Promise<CampaignRow> {
  return (await lockCampaignRow(tx, caller, id)) ?? refuse(tx, id);
}

async function refuse(db: Database | Transaction, id: number): Promise<never> {
  throw (await campaignExists(db, id)) ? forbidden() : notFound();
}
