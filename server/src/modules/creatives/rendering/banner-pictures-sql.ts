import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Print needs no more pixels than the banner has. */
const quality = 85;

/**
 * The banners that a campaign uses, in the order of their formats, each as a JPEG: the drawn picture of an HTML banner,
 * or the uploaded image. Null where none was drawn, as without a browser. Callers have checked access to the campaign.
 */
export async function listBannerPictures(
  db: Executor,
  campaignId: number,
  limit: number,
): Promise<{ creative: string; width: number; height: number; picture: Buffer | null }[]> {
  const { rows } = await db.execute<{ uuid: string; width: number; height: number; body: Buffer | null }>(sql`
    SELECT c.uuid, c.width, c.height, f.body
    FROM campaign_creatives u JOIN creatives c ON c.uuid = u.creative_uuid
      LEFT JOIN ad_pictures p ON p.document = u.file_hash
      LEFT JOIN ad_files f ON f.hash = coalesce(p.picture, u.file_hash) AND f.content_type LIKE 'image/%'
    WHERE u.campaign_id = ${campaignId} ORDER BY c.id LIMIT ${limit}`);
  return Promise.all(
    rows.map(async ({ uuid, width, height, body }) => ({
      creative: uuid,
      width,
      height,
      picture: body === null ? null : await jpegOf(body),
    })),
  );
}

/** Null for a file that cannot be read. */
async function jpegOf(image: Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import("sharp");
  try {
    return await sharp(image).flatten({ background: "#FFFFFF" }).jpeg({ quality }).toBuffer();
  } catch {
    return null;
  }
}
