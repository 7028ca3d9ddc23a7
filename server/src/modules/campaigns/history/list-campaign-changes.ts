import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import { amountOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { namesOf } from "../../users/index.ts";
import { getCampaign } from "../get-campaign.ts";
import { reservedChanges } from "../settings/check-settings.ts";
import type { CampaignRow, ChangedField } from "../tables.ts";
import { listChangeRows } from "./campaign-history-sql.ts";
import { obstacleOf, presentValues, restoredOf, type UndoEntry } from "./undo-plan.ts";

/** One page of a campaign's history, newest first. 403 for another user's campaign, 404 for an unknown one. */
export async function listCampaignChanges(
  db: Database,
  caller: Caller,
  campaignId: number,
  page: { page: number; per_page: number },
): Promise<{ data: CampaignHistoryEntry[]; total: number }> {
  const campaign = await getCampaign(db, caller, campaignId);
  const present = await presentValues(db, campaign);
  const { rows, total } = await listChangeRows(db, campaignId, page);
  const names = await namesOf(db, [...new Set(rows.flatMap(({ byUid }) => (byUid === null ? [] : [byUid])))]);
  const data = rows.map(({ id, at, byUid, action, fields }) => ({
    id,
    at: at.toISOString(),
    by: byUid === null ? null : { uid: byUid, name: names.get(byUid) ?? "" },
    action,
    fields: fields.map(fieldForApi),
    undoable: isUndoable(caller, campaign, { action, fields }, present),
  }));
  return { data, total };
}

/** Advanced settings that staff have changed are restored by those who may change them. */
function isUndoable(caller: Caller, row: CampaignRow, entry: UndoEntry, present: Record<string, unknown>): boolean {
  const restored = obstacleOf(row, entry, present) === null ? restoredOf(row, entry) : null;
  return restored !== null && reservedChanges(caller, restored.settings, row).length === 0;
}

/** The history stores budgets in minor units. */
export const fieldForApi = ({ field, before, after }: ChangedField): ChangedField =>
  field === "total_budget"
    ? { field, before: amountOrNull(before), after: amountOrNull(after) }
    : { field, before, after };

const amountOrNull = (minor: unknown): number | null => (typeof minor === "number" ? amountOfMinor(minor) : null);
