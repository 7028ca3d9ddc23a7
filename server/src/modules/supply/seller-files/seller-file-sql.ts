import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { AdsTxt } from "./ads-txt.ts";
import type { Reading, SellerFileKind } from "./seller-file.ts";

/** Files of sellers not met for so long are no longer asked for. */
export const metDays = 7;
/** Over failures, what was read stays good for so long. */
export const goodDays = 7;

const dayMs = 86_400_000;
const sinceDays = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;

export type WantedFile = { kind: SellerFileKind; domain: string };

/** Files that are due: those never asked for first. A site's own host is asked only where its domain points to it. */
export async function listDueFiles(db: Executor, now: Date, most: number): Promise<WantedFile[]> {
  const { rows } = await db.execute<{ kind: SellerFileKind; domain: string }>(sql`
    WITH met AS (
      SELECT * FROM sellers WHERE seen_at > ${sinceDays(now, metDays)} ORDER BY seen_at DESC LIMIT 100000
    ), wanted AS (
      SELECT CASE WHEN site_kind = 'app' THEN 'app-ads.txt' ELSE 'ads.txt' END AS kind, root AS domain FROM met
      UNION SELECT 'sellers.json', system FROM met
      UNION SELECT f.kind, met.domain FROM met JOIN seller_files f
        ON f.kind = CASE WHEN site_kind = 'app' THEN 'app-ads.txt' ELSE 'ads.txt' END AND f.domain = met.root
        WHERE met.domain <> met.root AND jsonb_exists(f.content -> 'subdomains', met.domain)
    )
    SELECT w.kind, w.domain FROM wanted w LEFT JOIN seller_files f USING (kind, domain)
    WHERE f.next_at IS NULL OR f.next_at <= ${now.toISOString()}::timestamptz
    ORDER BY f.next_at NULLS FIRST, w.kind, w.domain LIMIT ${most}`);
  return rows.map(({ kind, domain }) => ({ kind, domain }));
}

/** Keeps what came of asking; the content of an earlier reading stays where there is no new one. */
export async function saveReading(
  db: Executor,
  { kind, domain }: WantedFile,
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

/** What the named files say, as far as it is good still. */
export async function findFile(db: Executor, { kind, domain }: WantedFile, now: Date): Promise<FileContent | null> {
  const { rows } = await db.execute<{ outcome: FileContent["outcome"]; content: unknown }>(sql`
    SELECT outcome, CASE WHEN read_at > ${sinceDays(now, goodDays)} THEN content END AS content
    FROM seller_files WHERE kind = ${kind} AND domain = ${domain}`);
  return rows[0] ?? null;
}

export type AdsTxtKind = Exclude<SellerFileKind, "sellers.json">;
export type WantedAdsTxt = {
  kind: AdsTxtKind;
  domain: string;
  /** The `triedAt` of what is known already. */
  knownAt: Date;
};
/** `content` is null where the file is absent, or was not read for too long to be good still. */
export type AdsTxtFile = { kind: AdsTxtKind; domain: string; triedAt: Date; content: AdsTxt | null };

/** Those of the wanted publishers' files that were asked for since they were known. */
export async function listAdsTxt(db: Executor, wanted: WantedAdsTxt[], now: Date): Promise<AdsTxtFile[]> {
  if (wanted.length === 0) return [];
  const column = (values: string[]) => sql.param(values);
  const { rows } = await db.execute<Omit<AdsTxtFile, "triedAt"> & { tried_at: string }>(sql`
    SELECT kind, domain, f.tried_at, CASE WHEN f.read_at > ${sinceDays(now, goodDays)} THEN f.content END AS content
    FROM unnest(${column(wanted.map(({ kind }) => kind))}::text[], ${column(wanted.map(({ domain }) => domain))}::text[],
      ${column(wanted.map(({ knownAt }) => knownAt.toISOString()))}::timestamptz[]) AS w (kind, domain, known_at)
    JOIN seller_files f USING (kind, domain) WHERE f.tried_at > w.known_at`);
  return rows.map(({ kind, domain, tried_at, content }) => ({ kind, domain, triedAt: new Date(tried_at), content }));
}

/** Forgets files that nobody needed for a while, and the sellers with them. Returns how many sellers went. */
export async function removeOldSellers(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`DELETE FROM sellers WHERE seen_at < ${sinceDays(now, 4 * metDays)}`);
  await db.execute(sql`DELETE FROM seller_files WHERE next_at < ${sinceDays(now, 4 * metDays)}`);
  return rowCount ?? 0;
}
