import {
  type AdsTxtFile,
  type AdsTxtRequest,
  defaultSellerPolicy,
  fileValidityDays,
  type JudgedSeller,
  maxSellers,
  type Seller,
  type SellerPolicy,
} from "@litfass/contract/supply/seller-records";
import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { rootDomain } from "./root-domain.ts";

const dayMs = 86_400_000;
const column = (values: unknown[]) => sql.param(values);

/** The five key columns of sellers as arrays, for `unnest`. */
export const sellerColumns = (sellers: Seller[]) => sql`
  ${column(sellers.map(({ siteKind }) => siteKind))}::text[], ${column(sellers.map(({ site }) => site))}::text[],
  ${column(sellers.map(({ domain }) => domain))}::text[], ${column(sellers.map(({ system }) => system))}::text[],
  ${column(sellers.map(({ sellerId }) => sellerId))}::text[]`;

export type SellerRow = Record<"site_kind" | "site" | "domain" | "system" | "seller_id", string>;

export const sellerFromRow = (row: SellerRow): Seller => ({
  siteKind: row.site_kind === "app" ? "app" : "site",
  site: row.site,
  domain: row.domain,
  system: row.system,
  sellerId: row.seller_id,
});

export async function findSellerPolicy(db: Executor): Promise<SellerPolicy & { changedAt: Date | null }> {
  const { rows } = await db.execute<Record<string, boolean | string | null>>(sql`
    SELECT refuses_unauthorised, refuses_broken_chains, refuses_incomplete_chains, changed_at FROM seller_policy`);
  const [row] = rows;
  if (!row) return { ...defaultSellerPolicy, changedAt: null };
  return {
    refusesUnauthorised: row.refuses_unauthorised === true,
    refusesBrokenChains: row.refuses_broken_chains === true,
    refusesIncompleteChains: row.refuses_incomplete_chains === true,
    changedAt: row.changed_at === null ? null : new Date(String(row.changed_at)),
  };
}

/** Records that these sellers occurred in requests. Beyond `maxSellers` the least recently seen are deleted. */
export async function addSellers(db: Executor, sellers: Seller[], now: Date): Promise<void> {
  if (sellers.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    DELETE FROM sellers WHERE ctid IN (
      SELECT ctid FROM sellers ORDER BY seen_at
      LIMIT greatest(0, (SELECT count(*) FROM sellers) + ${sellers.length} - ${maxSellers}::int) FOR UPDATE SKIP LOCKED)`);
  await db.execute(sql`
    INSERT INTO sellers (site_kind, site, domain, system, seller_id, root, first_seen_at, seen_at)
    SELECT m.*, ${at}, ${at} FROM unnest(${sellerColumns(sellers)},
      ${column(sellers.map(({ domain }) => rootDomain(domain)))}::text[])
      AS m (site_kind, site, domain, system, seller_id, root)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (site_kind, site, domain, system, seller_id) DO UPDATE SET seen_at = greatest(sellers.seen_at, excluded.seen_at)`);
}

/** Verdicts that changed after `since`, and the database's time to pass as `since` next. */
export async function listVerdicts(db: Executor, since: Date): Promise<{ sellers: JudgedSeller[]; readAt: Date }> {
  const { rows: times } = await db.execute<{ now: string }>(sql`SELECT now()`);
  const { rows } = await db.execute<SellerRow & { verdict: SellerVerdict }>(sql`
    SELECT site_kind, site, domain, system, seller_id, verdict FROM sellers
    WHERE judged_at > ${since.toISOString()}::timestamptz ORDER BY judged_at DESC LIMIT ${maxSellers}`);
  return {
    sellers: rows.map((row) => ({ ...sellerFromRow(row), verdict: row.verdict })),
    readAt: new Date(String(times[0]?.now)),
  };
}

/** The requested files that were read again after `knownAt`. */
export async function listAdsTxt(db: Executor, requests: AdsTxtRequest[], now: Date): Promise<AdsTxtFile[]> {
  if (requests.length === 0) return [];
  const validSince = new Date(now.getTime() - fileValidityDays * dayMs).toISOString();
  const { rows } = await db.execute<Omit<AdsTxtFile, "triedAt"> & { tried_at: string }>(sql`
    SELECT kind, domain, f.tried_at, CASE WHEN f.read_at > ${validSince}::timestamptz THEN f.content END AS content
    FROM unnest(${column(requests.map(({ kind }) => kind))}::text[], ${column(requests.map(({ domain }) => domain))}::text[],
      ${column(requests.map(({ knownAt }) => knownAt.toISOString()))}::timestamptz[]) AS w (kind, domain, known_at)
    JOIN seller_files f USING (kind, domain) WHERE f.tried_at > w.known_at`);
  return rows.map(({ kind, domain, tried_at, content }) => ({ kind, domain, triedAt: new Date(tried_at), content }));
}
