import { createHash } from "node:crypto";
import { withPlaceholder } from "@litfass/adserver/index";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

const isHtml = (contentType: string): boolean => contentType.toLowerCase().startsWith("text/html");

/**
 * Publishes a banner document, an image or a video and returns the hash that names it. The same content has the same
 * hash. In HTML, the value of `clickTag` becomes the placeholder that each delivery fills. A `held` file is not served
 * before `releaseAdFiles`; holding what is served already changes nothing.
 */
export async function publishAdFile(
  tx: Executor,
  file: { body: Buffer; contentType: string },
  { held = false }: { held?: boolean } = {},
): Promise<string> {
  const body = isHtml(file.contentType) ? Buffer.from(withPlaceholder(file.body.toString())) : file.body;
  const hash = createHash("sha256").update(file.contentType).update("\0").update(body).digest("hex").slice(0, 40);
  // The same banner for many campaigns is one file: most calls need not send its bytes again.
  const known = await tx.execute<{ is_held: boolean }>(sql`SELECT is_held FROM ad_files WHERE hash = ${hash}`);
  if (known.rows[0] && (held || !known.rows[0].is_held)) return hash;
  await tx.execute(sql`INSERT INTO ad_files (hash, content_type, body, is_held)
    VALUES (${hash}, ${file.contentType}, ${body}, ${held})
    ON CONFLICT (hash) DO UPDATE SET is_held = false WHERE ad_files.is_held AND NOT excluded.is_held`);
  return hash;
}

/** Serves held files from now on. */
export async function releaseAdFiles(tx: Executor, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.execute(sql`UPDATE ad_files SET is_held = false
    WHERE is_held AND hash = ANY(${sql.param(hashes)}::text[])`);
}
