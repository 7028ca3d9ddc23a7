import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { copyCreatives } from "../../creatives/index.ts";
import { refusePattern } from "../bulk/refuse-pattern.ts";
import { insertCampaignRow, namesBeginning, updateCampaignRow } from "../campaign-sql.ts";
import { getCampaign } from "../get-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import type { CampaignRow } from "../tables.ts";
import { copyName, copyStem } from "./copy-name.ts";

type CopyOptions = {
  now: Date /** The language of the copy's own name; without it, it keeps the original's. */;
  renameIn?: Language;
};

/** A new draft with the same settings and banners (STATE-010). It belongs to the owner of the original. */
export async function copyCampaign(
  db: Database,
  caller: Caller,
  id: number,
  { now, renameIn }: CopyOptions,
): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaign(tx, caller, id);
    refusePattern(row);
    const {
      id: _id,
      activatedAt: _activated,
      endedAt: _ended,
      endedReason: _reason,
      settledAt: _settled,
      version: _version,
      ...settings
    } = row;
    const name = renameIn ? await freeName(tx, row, renameIn) : row.name;
    const copy = await insertCampaignRow(tx, { ...settings, name, status: "DRAFT", createdAt: now, updatedAt: now });
    const ownGroup = await copyCreatives(tx, row.id, copy.id);
    await recordAction(tx, caller, "copied", copy.id, now, [{ field: "copy_of", before: null, after: row.id }]);
    return ownGroup ? updateCampaignRow(tx, copy.id, { creativeGroup: ownGroup }, now) : copy;
  });
}

async function freeName(tx: Transaction, { ownerUid, name }: CampaignRow, lang: Language): Promise<string> {
  return copyName(name, await namesBeginning(tx, ownerUid, copyStem(name)), lang);
}
