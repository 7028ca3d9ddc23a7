import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { withPlaceholder } from "@litfass/adserver/index";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { bannerContentType, isTextType } from "./uploads/banner-files.ts";

const isHtml = (contentType: string): boolean => contentType.toLowerCase().startsWith("text/html");

/**
 * Publishes a banner document, an image or a video and returns its hash, which is equal for equal content. In HTML,
 * the value of `clickTag` becomes the placeholder that each delivery fills. A `held` file is not served before
 * `releaseAdFiles`; holding a file that is already served changes nothing. `video` is the hash of the video that a document
 * loads: it is released with the document.
 */
export async function publishAdFile(
  tx: Executor,
  file: { body: Buffer; contentType: string; bannerVideo?: string | undefined },
  { held = false }: { held?: boolean } = {},
): Promise<string> {
  const body = isHtml(file.contentType) ? Buffer.from(withPlaceholder(file.body.toString())) : file.body;
  const hash = createHash("sha256").update(file.contentType).update("\0").update(body).digest("hex").slice(0, 40);
  // Many campaigns share the same banner file, so most calls need not send its bytes again.
  const known = await tx.execute<{ is_held: boolean }>(sql`SELECT is_held FROM ad_files WHERE hash = ${hash}`);
  if (known.rows[0] && (held || !known.rows[0].is_held)) return hash;
  if (file.bannerVideo !== undefined && !held) await releaseAdFiles(tx, [file.bannerVideo]);
  await tx.execute(sql`INSERT INTO ad_files (hash, content_type, body, banner_video, is_held)
    VALUES (${hash}, ${file.contentType}, ${body}, ${file.bannerVideo ?? null}, ${held})
    ON CONFLICT (hash) DO UPDATE SET is_held = false WHERE ad_files.is_held AND NOT excluded.is_held`);
  return hash;
}

/** Publishes the document of a third-party tag and returns its hash. Delivery fills its macros; see `publishAdFile`. */
export async function publishTag(tx: Executor, document: string, { held }: { held: boolean }): Promise<string> {
  // Never the hash of an own banner with the same text: the two are served with different policies.
  const hash = createHash("sha256").update("third-party\0").update(document).digest("hex").slice(0, 40);
  await tx.execute(sql`
    INSERT INTO ad_files (hash, content_type, body, is_third_party, is_held)
    VALUES (${hash}, 'text/html; charset=utf-8', ${Buffer.from(document)}, true, ${held})
    ON CONFLICT (hash) DO UPDATE SET is_held = false WHERE ad_files.is_held AND NOT excluded.is_held`);
  return hash;
}

/** The contents of a banner's folder: its document, and every other file by path. */
type PublishedFiles = { document: string; files: Map<string, Uint8Array> };

/**
 * Publishes an uploaded banner with all its files and returns its hash; see `publishAdFile`. `page` is the document's
 * path in the folder.
 */
export async function publishBanner(
  tx: Executor,
  page: string,
  { document, files, held }: PublishedFiles & { held: boolean },
): Promise<string> {
  const body = Buffer.from(withPlaceholder(document));
  const parts = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash("sha256").update(page).update("\0").update(body);
  for (const [path, part] of parts) digest.update(`\0${path}\0${createHash("sha256").update(part).digest("hex")}`);
  const hash = digest.digest("hex").slice(0, 40);
  const { rows } = await tx.execute<{ hash: string }>(sql`
    INSERT INTO ad_files (hash, content_type, body, page, is_held)
    VALUES (${hash}, 'text/html; charset=utf-8', ${body}, ${page}, ${held})
    ON CONFLICT (hash) DO NOTHING RETURNING hash`);
  if (!rows[0]) {
    if (!held) await releaseAdFiles(tx, [hash]);
    return hash;
  }
  for (const [path, part] of parts) {
    const contentType = bannerContentType(path) ?? "application/octet-stream";
    const packed = isTextType(contentType) ? gzipSync(part) : null;
    const isGzipped = packed !== null && packed.length < part.length;
    await tx.execute(sql`INSERT INTO ad_file_parts (document, path, content_type, is_gzipped, body)
      VALUES (${hash}, ${path}, ${contentType}, ${isGzipped}, ${isGzipped ? packed : Buffer.from(part)})`);
  }
  return hash;
}

/** A published folder with its files, for a test run; null for a single file. Bodies are base64. */
export async function findBannerFolder(db: Executor, hash: string) {
  const { rows: documents } = await db.execute<{ page: string | null; body: Buffer }>(
    sql`SELECT page, body FROM ad_files WHERE hash = ${hash}`,
  );
  const [document] = documents;
  if (!document || document.page === null) return null;
  const { rows } = await db.execute<{ path: string; content_type: string; is_gzipped: boolean; body: Buffer }>(sql`
    SELECT path, content_type, is_gzipped, body FROM ad_file_parts WHERE document = ${hash} ORDER BY path LIMIT 500`);
  const files = rows.map(({ path, content_type: contentType, is_gzipped, body }) => ({
    path,
    contentType,
    body: (is_gzipped ? gunzipSync(body) : body).toString("base64"),
  }));
  return { page: document.page, document: document.body.toString(), files };
}

/** The text files of an uploaded banner, concatenated. */
export async function scriptsOfBanner(db: Executor, hash: string): Promise<string> {
  const { rows } = await db.execute<{ body: Buffer; is_gzipped: boolean }>(sql`
    SELECT body, is_gzipped FROM ad_file_parts
    WHERE document = ${hash} AND content_type IN ('text/javascript', 'text/html; charset=utf-8') ORDER BY path LIMIT 200`);
  return rows.map(({ body, is_gzipped }) => (is_gzipped ? gunzipSync(body) : body).toString()).join("\n");
}

/** Starts serving held files, and the videos that documents among them load. */
export async function releaseAdFiles(tx: Executor, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const released = sql`${sql.param(hashes)}::text[]`;
  await tx.execute(sql`UPDATE ad_files SET is_held = false
    WHERE is_held AND (hash = ANY(${released}) OR hash IN (SELECT banner_video FROM ad_files WHERE hash = ANY(${released})))`);
}
