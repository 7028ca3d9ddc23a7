import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { UploadedFile } from "@litfass/platform/http/form";
import { invalid } from "@litfass/platform/problem";
import { type BrandImageRow, insertImage } from "@litfass/platform/settings/settings-sql";
import { compactImage } from "../creatives/index.ts";

const maxBytes = 2 * 1024 * 1024;

/** Stores an image of the brand under the hash of its content. */
export const storeBrandImage = command({
  name: "settings.store_brand_image",
  errors: [],
  async run({ ctx, input: image }: CommandCall<BrandImageRow>): Promise<Omit<BrandImageRow, "body">> {
    await insertImage(ctx.tx, { ...image, createdAt: ctx.clock.now(), createdBy: actorUid(ctx.actor) });
    const { body: _, ...stored } = image;
    await ctx.audit.record({ subject: { type: "operator_image", id: image.hash } });
    return stored;
  },
});

/**
 * Checks an uploaded logo like the images of banners and draws it as PNG: an SVG file's scripts and references are
 * gone, and PDF documents can show it. @throws 422 at `file` for anything but a PNG or SVG image up to 2 MB.
 */
export async function readBrandImage(files: UploadedFile[]): Promise<BrandImageRow> {
  const upload = files.find(({ field }) => field === "file");
  if (!upload) throw invalid({ file: ["rule.required"] });
  if (upload.sizeBytes > maxBytes) throw invalid({ file: ["settings.image"] });
  const bytes = await readFile(upload.path);
  if (!isPngOrMarkup(bytes)) throw invalid({ file: ["settings.image"] });
  const { body: compact } = await compactImage(bytes, "logo");
  const { default: sharp } = await import("sharp");
  const { data: body, info } = await sharp(compact).png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
  const hash = createHash("sha256").update(body).digest("hex");
  return { hash, width: info.width, height: info.height, body };
}

/** Only the first bytes: whether it is a readable image is checked while it is drawn. */
function isPngOrMarkup(bytes: Buffer): boolean {
  const isPng = bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  return isPng || /^\uFEFF?\s*</.test(bytes.subarray(0, 64).toString("utf8"));
}
