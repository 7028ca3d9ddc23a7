import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { publishAdFile } from "../ad-file-sql.ts";

/**
 * A delivered HTML banner, by its hash, and a campaign that delivers it without a picture. `isDrawn`: it was drawn for
 * another campaign in the meantime.
 */
export type UndrawnBanner = { campaignId: number; document: string; width: number; height: number; isDrawn: boolean };

/** Delivered HTML banners without a picture. Of every customer: exchanges review all banners. */
export async function listUndrawnBanners(db: Executor, limit: number): Promise<UndrawnBanner[]> {
  const { rows } = await db.execute<
    Omit<UndrawnBanner, "campaignId" | "isDrawn"> & { id: string; is_drawn: boolean }
  >(sql`
    SELECT s.campaign_id AS id, e ->> 'fileHash' AS document, (e ->> 'width')::int AS width,
      (e ->> 'height')::int AS height, p.document IS NOT NULL AS is_drawn
    FROM campaign_snapshots s CROSS JOIN jsonb_array_elements(s.payload -> 'creatives') e
      LEFT JOIN ad_pictures p ON p.document = e ->> 'fileHash'
    WHERE s.is_live
      -- The condition of the index.
      AND jsonb_path_exists(s.payload, '$.creatives[*] ? (@.kind == "html" && !exists(@.pictureHash))')
      AND e ->> 'kind' = 'html' AND e ->> 'pictureHash' IS NULL
      AND (p.document IS NULL OR p.picture IS NOT NULL)
    ORDER BY s.campaign_id, e ->> 'fileHash' LIMIT ${limit}`);
  return rows.map(({ id, is_drawn, ...banner }) => ({ campaignId: Number(id), isDrawn: is_drawn, ...banner }));
}

/** Publishes the picture of a delivered banner; null if none can be drawn. */
export async function saveAdPicture(
  tx: WriteTransaction,
  document: string,
  picture: { body: Buffer; contentType: string } | null,
  now: Date,
): Promise<void> {
  const hash = picture === null ? null : await publishAdFile(tx, picture);
  await tx.execute(sql`INSERT INTO ad_pictures (document, picture, drawn_at)
    VALUES (${document}, ${hash}, ${now.toISOString()}::timestamptz) ON CONFLICT (document) DO NOTHING`);
}

/** The creatives of a snapshot with the pictures of their HTML banners, as far as they are drawn. */
export async function withPictures(db: Executor, creatives: SnapshotCreative[]): Promise<SnapshotCreative[]> {
  const documents = creatives.filter(({ kind }) => kind === "html").map(({ fileHash }) => fileHash);
  if (documents.length === 0) return creatives;
  const { rows } = await db.execute<{ document: string; picture: string }>(sql`
    SELECT document, picture FROM ad_pictures
    WHERE document = ANY(${sql.param(documents)}::text[]) AND picture IS NOT NULL`);
  const pictures = new Map(rows.map(({ document, picture }) => [document, picture]));
  return creatives.map((creative) => {
    const pictureHash = creative.kind === "html" ? pictures.get(creative.fileHash) : undefined;
    return pictureHash === undefined ? creative : { ...creative, pictureHash };
  });
}
