import { createHash } from "node:crypto";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { withPlaceholder } from "./ad-document.ts";

export type AdFile = { contentType: string; body: Buffer };

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

/** A file that may be served. */
export async function findAdFile(db: Executor, hash: string): Promise<AdFile | null> {
  const file = await findFile(db, hash);
  return file === null || file.isHeld ? null : file;
}

/** A published file, held or not: for those who made it and those who review it. */
export async function findHeldAdFile(db: Executor, hash: string): Promise<AdFile | null> {
  return findFile(db, hash);
}

async function findFile(db: Executor, hash: string): Promise<(AdFile & { isHeld: boolean }) | null> {
  const { rows } = await db.execute<{ content_type: string; body: Buffer; is_held: boolean }>(
    sql`SELECT content_type, body, is_held FROM ad_files WHERE hash = ${hash}`,
  );
  const row = rows[0];
  return row === undefined ? null : { contentType: row.content_type, body: row.body, isHeld: row.is_held };
}

/** Keeps the files used last in memory, up to so many bytes; concurrent misses ask once. */
export function cachedAdFiles(
  load: (hash: string) => Promise<AdFile | null>,
  mostBytes = 128 * 1024 * 1024,
): (hash: string) => Promise<AdFile | null> {
  const files = new Map<string, AdFile>();
  const loading = new Map<string, Promise<AdFile | null>>();
  let bytes = 0;
  const keep = (hash: string, file: AdFile): void => {
    if (file.body.length > mostBytes / 8) return;
    files.set(hash, file);
    bytes += file.body.length;
    for (const [oldHash, old] of files) {
      if (bytes <= mostBytes) break;
      files.delete(oldHash);
      bytes -= old.body.length;
    }
  };
  return async (hash) => {
    const known = files.get(hash);
    if (known !== undefined) {
      files.delete(hash);
      files.set(hash, known);
      return known;
    }
    let pending = loading.get(hash);
    if (pending === undefined) {
      pending = load(hash).finally(() => loading.delete(hash));
      loading.set(hash, pending);
      const file = await pending;
      if (file !== null) keep(hash, file);
      return file;
    }
    return pending;
  };
}
