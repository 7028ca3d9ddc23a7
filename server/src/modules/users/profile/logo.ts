import { readFile } from "node:fs/promises";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { invalid } from "@litfass/platform/problem";
import sharp from "sharp";
import { auditOfUserChange } from "../audit/user-audit.ts";
import type { UserRow } from "../tables.ts";
import { updateUser } from "../user-sql.ts";

const maxLogoBytes = 2 * 1024 * 1024;

/** A logo stands at most this wide and high anywhere, also on dense screens. */
const longestSide = 1024;
/** A picture of more would take the memory of many calls to unpack. */
const mostPixels = 25_000_000;

/** The image type that a file's first bytes tell, whatever its name says; null for anything else. */
function imageTypeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return "image/png";
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg";
  if (bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP") {
    return "image/webp";
  }
  return /^GIF8[79]a/.test(bytes.subarray(0, 6).toString("latin1")) ? "image/gif" : null;
}

/**
 * Unpacks a picture and encodes it anew: what is kept holds no script, no metadata and nothing behind its end. Of moving
 * pictures the first frame stays. @throws 422 at `logo` for what is no whole picture
 */
async function encodedAnew(body: Buffer): Promise<Buffer> {
  if (!imageTypeOf(body)) throw invalid({ logo: ["logo.type"] });
  try {
    return await sharp(body, { failOn: "error", limitInputPixels: mostPixels })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .webp({ quality: 90, smartSubsample: true })
      .toBuffer();
  } catch {
    throw invalid({ logo: ["logo.type"] });
  }
}

/** Stores a company logo in the place of the earlier one. @throws Problem 422 at `logo` for anything but a small image */
export async function storeLogo(
  { db, files, clock }: Pick<Platform, "db" | "files" | "clock">,
  user: UserRow,
  uploads: UploadedFile[],
): Promise<UserRow> {
  const upload = uploads.find(({ field }) => field === "logo");
  if (!upload) throw invalid({ logo: ["rule.required"] });
  if (upload.sizeBytes > maxLogoBytes) throw invalid({ logo: ["logo.type"] });
  const body = await encodedAnew(await readFile(upload.path));
  const stamp = clock.now().getTime().toString(36);
  const key = `logos/${user.uid}/${stamp}`;
  await files.put(key, body, "image/webp");
  const updated = await db.transaction(async (tx) => {
    const now = clock.now();
    const changed = await updateUser(tx, user.uid, { companyLogoKey: key }, now);
    await recordAudit(tx, ...auditOfUserChange(user, changed, { actorUid: user.uid, at: now }));
    return changed;
  });
  if (user.companyLogoKey && user.companyLogoKey !== key) await files.remove(user.companyLogoKey);
  return updated;
}
