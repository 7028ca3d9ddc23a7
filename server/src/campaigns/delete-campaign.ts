import type { Language } from "@litfass/contract/messages";
import type { Caller } from "@litfass/contract/roles";
import { removeOwnBanners } from "../creatives/index.ts";
import type { Database } from "../platform/postgres.ts";
import { invalid } from "../platform/problem.ts";
import { deletionOf } from "./campaign.ts";
import { changedFields } from "./campaign-fields.ts";
import { removeDraftRow, updateCampaignRow } from "./campaign-sql.ts";
import { endCampaign } from "./end-campaign.ts";
import { getCampaignForChange } from "./get-campaign.ts";
import { recordAction } from "./record-change.ts";
import { recordStatus } from "./record-status.ts";
import { refusePattern } from "./refuse-pattern.ts";
import type { CampaignRow } from "./tables.ts";

/** Removes a draft, archives what has delivered, refuses an active campaign with 422 (STATE-012). */
export async function deleteCampaign(
  db: Database,
  caller: Caller,
  id: number,
  now: Date,
  lang: Language,
): Promise<{ removed: boolean; row: CampaignRow | null }> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, id);
    refusePattern(row);
    const deletion = deletionOf(row.status);
    if (deletion === "refuse") {
      const text = {
        en: "Pause or end the campaign before you delete it.",
        de: "Pausieren oder beenden Sie die Kampagne, bevor Sie sie löschen.",
      };
      throw invalid({ status: [text[lang]] });
    }
    if (deletion === "remove") {
      await recordStatus(tx, caller, row, null, now);
      await removeOwnBanners(tx, row.id);
      return { removed: await removeDraftRow(tx, row.id), row: null };
    }
    if (deletion === "nothing") return { removed: false, row };
    const ended = row.status === "PAUSED" ? await endCampaign(tx, caller, row, "by_hand", now) : row;
    const archived = await updateCampaignRow(tx, ended.id, { status: "ARCHIVED" }, now);
    await recordAction(tx, caller, "archived", row.id, now, changedFields(ended, archived));
    await recordStatus(tx, caller, row, archived, now);
    return { removed: false, row: archived };
  });
}
