import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { removeOwnBanners } from "../../creatives/index.ts";
import { refusePattern } from "../bulk/refuse-pattern.ts";
import { deletionOf } from "../campaign.ts";
import { changedFields } from "../campaign-fields.ts";
import { removeDraftRow, updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import { recordStatus } from "../history/record-status.ts";
import { endCampaign } from "../lifecycle/end-campaign.ts";
import type { CampaignRow } from "../tables.ts";

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
