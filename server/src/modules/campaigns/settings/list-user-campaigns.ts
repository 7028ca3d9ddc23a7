import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { forbidden, notFound } from "@litfass/platform/problem";
import { findReachableUser } from "../../users/index.ts";
import { type CampaignList, listCampaignRows } from "../campaign-sql.ts";
import type { CampaignRow } from "../tables.ts";

/** One page of one user's campaigns, for staff. 403 for an inaccessible user, 404 for an unknown one (API-CAMP-020). */
export async function listUserCampaigns(
  db: Database,
  caller: Caller,
  ownerUid: string,
  list: CampaignList,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const owner = await findReachableUser(db, caller, ownerUid);
  if (!owner) throw caller.reach === "all" ? notFound() : forbidden();
  return listCampaignRows(db, caller, { ...list, owner: owner.uid });
}
