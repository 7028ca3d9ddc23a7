import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { rootDomain } from "../seller-files/ads-txt.ts";
import type { Judgement } from "./verdict.ts";

/** Who sells what: an account of an advertising system, for a site (or an app, with its developer's domain). */
export type Seller = { siteKind: "site" | "app"; site: string; domain: string; system: string; sellerId: string };

const mostSellers = 100_000;
const column = (values: unknown[]) => sql.param(values);
const columnsOf = (sellers: Seller[]) => sql`
  ${column(sellers.map(({ siteKind }) => siteKind))}::text[], ${column(sellers.map(({ site }) => site))}::text[],
  ${column(sellers.map(({ domain }) => domain))}::text[], ${column(sellers.map(({ system }) => system))}::text[],
  ${column(sellers.map(({ sellerId }) => sellerId))}::text[]`;

/** Notes that requests of these sellers came. Where there is no room, those not met for longest go. */
export async function addSellers(db: Executor, sellers: Seller[], now: Date): Promise<void> {
  if (sellers.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    DELETE FROM sellers WHERE ctid IN (
      SELECT ctid FROM sellers ORDER BY seen_at
      LIMIT greatest(0, (SELECT count(*) FROM sellers) + ${sellers.length} - ${mostSellers}::int) FOR UPDATE SKIP LOCKED)`);
  await db.execute(sql`
    INSERT INTO sellers (site_kind, site, domain, system, seller_id, root, first_seen_at, seen_at)
    SELECT m.*, ${at}, ${at} FROM unnest(${columnsOf(sellers)},
      ${column(sellers.map(({ domain }) => rootDomain(domain)))}::text[])
      AS m (site_kind, site, domain, system, seller_id, root)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (site_kind, site, domain, system, seller_id) DO UPDATE SET seen_at = greatest(sellers.seen_at, excluded.seen_at)`);
}

type Row = Record<"site_kind" | "site" | "domain" | "system" | "seller_id", string>;
const sellerOf = (row: Row): Seller => ({
  siteKind: row.site_kind === "app" ? "app" : "site",
  site: row.site,
  domain: row.domain,
  system: row.system,
  sellerId: row.seller_id,
});

/** Sellers whose verdict hangs on a domain's file, or on those who were never judged. */
export async function listSellersOf(
  db: Executor,
  changed: { domains: string[]; systems: string[] },
): Promise<Seller[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT site_kind, site, domain, system, seller_id FROM sellers
    WHERE root = ANY(${column(changed.domains.map(rootDomain))}::text[]) OR system = ANY(${column(changed.systems)}::text[])
      OR judged_at IS NULL
    ORDER BY root LIMIT ${mostSellers}`);
  return rows.map(sellerOf);
}

/** Writes verdicts down; `judged_at` moves only where one is new, so that delivery reads what changed. */
export async function saveVerdicts(db: Executor, judged: (Seller & Judgement)[]): Promise<void> {
  if (judged.length === 0) return;
  await db.execute(sql`
    UPDATE sellers s SET verdict = j.verdict, reason = j.reason, judged_at = now()
    FROM unnest(${columnsOf(judged)}, ${column(judged.map(({ verdict }) => verdict))}::text[],
      ${column(judged.map(({ reason }) => reason))}::text[])
      AS j (site_kind, site, domain, system, seller_id, verdict, reason)
    WHERE s.site_kind = j.site_kind AND s.site = j.site AND s.domain = j.domain AND s.system = j.system
      AND s.seller_id = j.seller_id AND (s.verdict, s.reason) IS DISTINCT FROM (j.verdict, j.reason)`);
}

export type JudgedSeller = Seller & { verdict: SellerVerdict };

/** Verdicts that changed since then, and the database's present time to ask from the next time. */
export async function listVerdicts(db: Executor, since: Date): Promise<{ sellers: JudgedSeller[]; readAt: Date }> {
  const { rows: times } = await db.execute<{ now: string }>(sql`SELECT now()`);
  const { rows } = await db.execute<Row & { verdict: SellerVerdict }>(sql`
    SELECT site_kind, site, domain, system, seller_id, verdict FROM sellers
    WHERE judged_at > ${since.toISOString()}::timestamptz ORDER BY judged_at DESC LIMIT ${mostSellers}`);
  return {
    sellers: rows.map((row) => ({ ...sellerOf(row), verdict: row.verdict })),
    readAt: new Date(String(times[0]?.now)),
  };
}
