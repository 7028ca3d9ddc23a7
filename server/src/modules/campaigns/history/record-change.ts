import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import { actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import type { CampaignRow, ChangedField } from "../tables.ts";
import { changedFields, joinedFields } from "./campaign-fields.ts";
import { findLastChange, insertChange, replaceChange } from "./campaign-history-sql.ts";

/** A draft is saved while the user types: one person's changes within this time are merged. */
export const sameEditMs = 10 * 60_000;

/**
 * Records changed settings in the campaign's history, which its users see. Each change of a started campaign is an
 * entry of its own, which can be undone.
 */
export async function recordChange(ctx: CommandContext, before: CampaignRow, after: CampaignRow): Promise<void> {
  const { tx, actor, clock } = ctx;
  const fields = changedFields(before, after);
  if (fields.length === 0) return;
  const now = clock.now();
  const last = await findLastChange(tx, after.id);
  const isSameEdit =
    after.status === "DRAFT" &&
    last?.action === "changed" &&
    last.byUid === actorUid(actor) &&
    now.getTime() - last.at.getTime() < sameEditMs;
  if (isSameEdit) await replaceChange(tx, last.id, now, joinedFields(last.fields, fields));
  else await recordAction(ctx, "changed", after.id, fields);
}

/** Records an event of the whole campaign, such as created, started or ended, in its history. */
export async function recordAction(
  { tx, actor, clock }: CommandContext,
  action: CampaignHistoryEntry["action"],
  campaignId: number,
  fields: ChangedField[] = [],
): Promise<void> {
  await insertChange(tx, { campaignId, at: clock.now(), byUid: actorUid(actor), action, fields });
}
