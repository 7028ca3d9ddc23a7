import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { AdFile } from "../serving/ads/ad-file-cache.ts";

/** A file that may be served. */
export async function findAdFile(db: Executor, hash: string): Promise<AdFile | null> {
  const file = await findFile(db, hash);
  return file === null || file.isHeld ? null : file;
}

/** A published file, held or not, for its owner and reviewers. */
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
