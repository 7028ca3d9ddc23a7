import { fileValidityDays } from "@litfass/contract/supply/seller-records";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Reading, SellerFileKind } from "./seller-file.ts";

/** Files of sellers not seen for this long are no longer read. */
const seenDays = 7;

const dayMs = 86_400_000;
const sinceDays = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;

export type SellerFileRequest = { kind: SellerFileKind; domain: string };

/** Due files, never read ones first. A subdomain is read only where its root domain's file names it. */
export async function listDueFiles(db: Executor, now: Date, limit: number): Promise<SellerFileRequest[]> {
  const { rows } = await db.execute<{ kind: SellerFileKind; domain: string }>(sql`
    WITH seen AS (
      SELECT * FROM sellers WHERE seen_at > ${sinceDays(now, seenDays)} ORDER BY seen_at DESC LIMIT 100000
    ), wanted AS (
      SELECT CASE WHEN site_kind = 'app' THEN 'app-ads.txt' ELSE 'ads.txt' END AS kind, root AS domain FROM seen
      UNION SELECT 'sellers.json', system FROM seen
      UNION SELECT f.kind, seen.domain FROM seen JOIN seller_files f
        ON f.kind = CASE WHEN site_kind = 'app' THEN 'app-ads.txt' ELSE 'ads.txt' END AND f.domain = seen.root
        WHERE seen.domain <> seen.root AND jsonb_exists(f.content -> 'subdomains', seen.domain)
    )
    SELECT w.kind, w.domain FROM wanted w LEFT JOIN seller_files f USING (kind, domain)
    WHERE f.next_at IS NULL OR f.next_at <= ${now.toISOString()}::timestamptz
    ORDER BY f.next_at NULLS FIRST, w.kind, w.domain LIMIT ${limit}`);
  return rows.map(({ kind, domain }) => ({ kind, domain }));
}

/** Saves the outcome of a read. A failed read keeps the earlier content. */
export async function saveReading(
  db: Executor,
  { kind, domain }: SellerFileRequest,
  { outcome, detail, content }: Reading,
  now: Date,
  nextAt: (failures: number) => Date,
): Promise<void> {
  const { rows } = await db.execute<{ failures: number }>(
    sql`SELECT failures FROM seller_files WHERE kind = ${kind} AND domain = ${domain}`,
  );
  const failures = outcome === "failed" ? (rows[0]?.failures ?? 0) + 1 : 0;
  const json = content === null ? null : JSON.stringify(content);
  const at = now.toISOString();
  await db.execute(sql`
    INSERT INTO seller_files (kind, domain, outcome, detail, content, read_at, tried_at, next_at, failures)
    VALUES (${kind}, ${domain}, ${outcome}, ${detail.slice(0, 300)}, ${json}::jsonb,
      CASE WHEN ${outcome} = 'read' THEN ${at}::timestamptz END, ${at}::timestamptz,
      ${nextAt(failures).toISOString()}::timestamptz, ${failures})
    ON CONFLICT (kind, domain) DO UPDATE SET outcome = excluded.outcome, detail = excluded.detail,
      content = CASE excluded.outcome WHEN 'failed' THEN seller_files.content ELSE excluded.content END,
      read_at = CASE excluded.outcome WHEN 'failed' THEN seller_files.read_at ELSE excluded.read_at END,
      tried_at = excluded.tried_at, next_at = excluded.next_at, failures = excluded.failures`);
}

export type FileContent = { outcome: "read" | "absent" | "failed"; content: unknown };

/** A file's last outcome, and its content while valid. */
export async function findFile(
  db: Executor,
  { kind, domain }: SellerFileRequest,
  now: Date,
): Promise<FileContent | null> {
  const { rows } = await db.execute<{ outcome: FileContent["outcome"]; content: unknown }>(sql`
    SELECT outcome, CASE WHEN read_at > ${sinceDays(now, fileValidityDays)} THEN content END AS content
    FROM seller_files WHERE kind = ${kind} AND domain = ${domain}`);
  return rows[0] ?? null;
}

/** Deletes sellers and files not seen for a while. Returns the number of deleted sellers. */
export async function removeOldSellers(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`DELETE FROM sellers WHERE seen_at < ${sinceDays(now, 4 * seenDays)}`);
  await db.execute(sql`DELETE FROM seller_files WHERE next_at < ${sinceDays(now, 4 * seenDays)}`);
  return rowCount ?? 0;
}
