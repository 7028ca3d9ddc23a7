import { readFile } from "node:fs/promises";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, Problem } from "@litfass/platform/problem";
import { type CampaignAccess, mayChangeContent } from "../campaign-access.ts";
import { fileName } from "../library/picture-files.ts";
import { type ImageRow, insertImage, listImageUuids, removeImage } from "./campaign-image-sql.ts";
import { compactImage, maxUploadBytes } from "./compact-image.ts";
import { findContent } from "./content-sql.ts";

/** Pictures kept for a campaign; beyond that the oldest one that is not in use goes. */
const mostImages = 20;

/**
 * Takes a logo or a picture for a campaign (FIELD-CREA-005, RULE-003): re-encoded, small enough for a banner.
 * @throws 422 at `file`, 409 once the campaign is over.
 */
export async function uploadImage(
  { db, clock, random }: Pick<Platform, "db" | "clock" | "random">,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
  kind: "logo" | "image",
  files: UploadedFile[],
): Promise<ImageRow> {
  const file = files.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  if (file.sizeBytes > maxUploadBytes) {
    throw new Problem("invalid", { errors: { file: ["rule.size"] }, values: { size: maxUploadBytes / 1024 } });
  }
  // Reach is checked before the work of encoding, and again under the lock.
  await access.get(db, caller, campaignId);
  const image = await compactImage(await readFile(file.path), kind);
  return db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, campaignId);
    if (!mayChangeContent(campaign)) throw conflict("campaign_over");
    const row: ImageRow = {
      uuid: random.id(),
      campaignId,
      kind,
      name: fileName(file.filename),
      createdAt: clock.now(),
      ...image,
    };
    await insertImage(tx, row);
    const all = await listImageUuids(tx, campaignId);
    const content = await findContent(tx, campaignId);
    const inUse = new Set([row.uuid, content?.logoImage, ...(content?.images ?? []).map(({ uuid }) => uuid)]);
    const spare = all.filter((uuid) => !inUse.has(uuid));
    for (const uuid of spare.slice(0, Math.max(0, all.length - mostImages))) await removeImage(tx, campaignId, uuid);
    return row;
  });
}
