import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { AdFile } from "../serving/ads/ad-file-cache.ts";

/** A file that may be served, by its hash, or one in the folder of an uploaded banner, by `hash/path`. */
export async function findAdFile(db: Executor, name: string): Promise<AdFile | null> {
  const file = await findFile(db, name);
  return file === null || file.isHeld ? null : file;
}

/** A published file, held or not, for its owner and reviewers. */
export async function findHeldAdFile(db: Executor, name: string): Promise<AdFile | null> {
  return findFile(db, name);
}

type FileRow = {
  content_type: string;
  body: Buffer;
  page: string | null;
  is_gzipped: boolean;
  is_third_party: boolean;
  is_held: boolean;
};

/** The files of a folder are held with its document. */
async function findFile(db: Executor, name: string): Promise<(AdFile & { isHeld: boolean }) | null> {
  const slash = name.indexOf("/");
  const hash = slash < 0 ? name : name.slice(0, slash);
  const { rows } = await db.execute<FileRow>(
    slash < 0
      ? sql`SELECT content_type, body, page, false AS is_gzipped, is_third_party, is_held
          FROM ad_files WHERE hash = ${hash}`
      : sql`SELECT p.content_type, p.body, NULL AS page, p.is_gzipped, f.is_third_party, f.is_held
          FROM ad_file_parts p JOIN ad_files f ON f.hash = p.document
          WHERE p.document = ${hash} AND p.path = ${name.slice(slash + 1)}`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    contentType: row.content_type,
    body: row.body,
    isHeld: row.is_held,
    ...(row.page === null ? {} : { page: row.page }),
    ...(row.is_gzipped ? { isGzipped: true } : {}),
    ...(row.is_third_party ? { isThirdParty: true } : {}),
  };
}
