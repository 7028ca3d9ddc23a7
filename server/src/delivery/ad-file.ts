import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Executor } from "../platform/postgres.ts";
import { withPlaceholder } from "./ad-document.ts";

export type AdFile = { contentType: string; body: Buffer };

const isHtml = (contentType: string): boolean => contentType.toLowerCase().startsWith("text/html");

/**
 * Publishes a banner document, an image or a video and returns the hash that names it. The same content has the same
 * hash. In HTML, the value of `clickTag` becomes the placeholder that each delivery fills.
 */
export async function publishAdFile(tx: Executor, file: { body: Buffer; contentType: string }): Promise<string> {
  const body = isHtml(file.contentType) ? Buffer.from(withPlaceholder(file.body.toString())) : file.body;
  const hash = createHash("sha256").update(file.contentType).update("\0").update(body).digest("hex").slice(0, 40);
  await tx.execute(sql`INSERT INTO ad_files (hash, content_type, body) VALUES (${hash}, ${file.contentType}, ${body})
    ON CONFLICT (hash) DO NOTHING`);
  return hash;
}

export async function findAdFile(db: Executor, hash: string): Promise<AdFile | null> {
  const { rows } = await db.execute<{ content_type: string; body: Buffer }>(
    sql`SELECT content_type, body FROM ad_files WHERE hash = ${hash}`,
  );
  const row = rows[0];
  return row === undefined ? null : { contentType: row.content_type, body: row.body };
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
