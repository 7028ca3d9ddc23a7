import { readFile } from "node:fs/promises";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { UploadedFile } from "@litfass/platform/http/form";
import { conflict, invalid, Problem } from "@litfass/platform/problem";
import { mayChangeContent } from "../campaign-access.ts";
import { fileName } from "../library/creative-files.ts";
import type { CreativeServices } from "../services.ts";
import { type ImageRow, insertImage, listImageUuids, removeImage } from "./campaign-image-sql.ts";
import { type CompactImage, compactImage, maxUploadBytes } from "./compact-image.ts";
import { findContent } from "./content-sql.ts";

/** Images stored for a campaign; beyond that the oldest unused one is removed. */
const maxImages = 20;

type NewImage = { campaignId: number; kind: "logo" | "image"; name: string; image: CompactImage };

/** Reads an uploaded logo or image, re-encoded small enough for a banner (RULE-003). @throws 422 at `file`. */
export async function readUploadedImage(
  files: UploadedFile[],
  kind: NewImage["kind"],
): Promise<Pick<NewImage, "name" | "image">> {
  const file = files.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  if (file.sizeBytes > maxUploadBytes) {
    throw new Problem("invalid", { errors: { file: ["rule.size"] }, values: { size: maxUploadBytes / 1024 } });
  }
  return { name: fileName(file.filename), image: await compactImage(await readFile(file.path), kind) };
}

/** Stores a logo or an image for a campaign (FIELD-CREA-005). @throws 409 once the campaign has ended. */
export const uploadImage = command({
  name: "creatives.upload_image",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<NewImage, CreativeServices>): Promise<ImageRow> {
    const { tx } = ctx;
    const campaign = await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), input.campaignId);
    if (!mayChangeContent(campaign)) throw conflict("campaign_over");
    const { kind, name, image } = input;
    const uuid = ctx.random.id();
    const row: ImageRow = { uuid, campaignId: campaign.id, kind, name, createdAt: ctx.clock.now(), ...image };
    await insertImage(tx, row);
    const all = await listImageUuids(tx, campaign.id);
    const content = await findContent(tx, campaign.id);
    const inUse = new Set([uuid, content?.logoImage, ...(content?.images ?? []).map((each) => each.uuid)]);
    const unused = all.filter((each) => !inUse.has(each));
    for (const each of unused.slice(0, Math.max(0, all.length - maxImages))) await removeImage(tx, campaign.id, each);
    await ctx.audit.record({
      subject: { type: "campaign", id: String(campaign.id) },
      changes: changesBetween({}, { [kind]: name }),
    });
    return row;
  },
});
