import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaigns";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { changedFields, joinedFields } from "../campaign-fields.ts";
import type { CampaignRow, ChangedField } from "../tables.ts";
import { insertChange, lastChange, rewriteChange } from "./campaign-history-sql.ts";

/** Who does it: a caller, or null where the house does it itself. */
export type Actor = { uid: string } | null;

/** What one person types within this time is one change: the wizard saves while one types. */
const oneSittingMs = 10 * 60_000;

/** Writes settings that changed into the campaign's history, in the transaction of the change. */
export async function recordChange(
  tx: Transaction,
  by: Actor,
  before: CampaignRow,
  after: CampaignRow,
  now: Date,
): Promise<void> {
  const fields = changedFields(before, after);
  if (fields.length === 0) return;
  const last = await lastChange(tx, after.id);
  const goesOn =
    last?.action === "changed" && last.byUid === (by?.uid ?? null) && now.getTime() - last.at.getTime() < oneSittingMs;
  if (goesOn) await rewriteChange(tx, last.id, now, joinedFields(last.fields, fields));
  else await recordAction(tx, by, "changed", after.id, now, fields);
}

/** Writes what happened to a campaign as a whole: created, started, ended, other banners. */
export async function recordAction(
  tx: Transaction,
  by: Actor,
  action: CampaignHistoryEntry["action"],
  campaignId: number,
  now: Date,
  fields: ChangedField[] = [],
): Promise<void> {
  await insertChange(tx, { campaignId, at: now, byUid: by?.uid ?? null, action, fields });
}
