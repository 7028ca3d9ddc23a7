import type { Caller } from "@litfass/contract/roles";
import { copyCreatives } from "../creatives/index.ts";
import type { Database } from "../platform/postgres.ts";
import { insertCampaignRow, updateCampaignRow } from "./campaign-sql.ts";
import { getCampaign } from "./get-campaign.ts";
import { recordAction } from "./record-change.ts";
import type { CampaignRow } from "./tables.ts";

/** A new draft with the same settings and banners (STATE-010). It belongs to the owner of the original. */
export async function copyCampaign(db: Database, caller: Caller, id: number, now: Date): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaign(tx, caller, id);
    const {
      id: _id,
      activatedAt: _activated,
      endedAt: _ended,
      endedReason: _reason,
      settledAt: _settled,
      version: _version,
      ...settings
    } = row;
    const copy = await insertCampaignRow(tx, { ...settings, status: "DRAFT", createdAt: now, updatedAt: now });
    const ownGroup = await copyCreatives(tx, row.id, copy.id);
    await recordAction(tx, caller, "copied", copy.id, now, [{ field: "copy_of", before: null, after: row.id }]);
    return ownGroup ? updateCampaignRow(tx, copy.id, { creativeGroup: ownGroup }, now) : copy;
  });
}
