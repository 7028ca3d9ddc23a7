import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { namesOf } from "../../users/index.ts";
import { getCampaign } from "../get-campaign.ts";
import { listChangeRows } from "./campaign-history-sql.ts";

/** One page of a campaign's history, newest first. 403 for somebody else's campaign, 404 where there is none. */
export async function listCampaignChanges(
  db: Database,
  caller: Caller,
  campaignId: number,
  page: { page: number; per_page: number },
): Promise<{ data: CampaignHistoryEntry[]; total: number }> {
  await getCampaign(db, caller, campaignId);
  const { rows, total } = await listChangeRows(db, campaignId, page);
  const names = await namesOf(db, [...new Set(rows.flatMap(({ byUid }) => (byUid === null ? [] : [byUid])))]);
  const data = rows.map(({ id, at, byUid, action, fields }) => ({
    id,
    at: at.toISOString(),
    by: byUid === null ? null : { uid: byUid, name: names.get(byUid) ?? "" },
    action,
    fields,
  }));
  return { data, total };
}
