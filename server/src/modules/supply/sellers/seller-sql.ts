import { rootDomain, type SellerRow, sellerColumns, sellerFromRow } from "@litfass/adserver/index";
import { maxSellers, type Seller } from "@litfass/contract/supply/seller-records";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Judgement } from "./verdict.ts";

const column = (values: unknown[]) => sql.param(values);

/** Sellers whose verdict depends on the file of one of these domains, and those that were never judged. */
export async function listSellersOf(
  db: Executor,
  changed: { domains: string[]; systems: string[] },
): Promise<Seller[]> {
  const { rows } = await db.execute<SellerRow>(sql`
    SELECT site_kind, site, domain, system, seller_id FROM sellers
    WHERE root = ANY(${column(changed.domains.map(rootDomain))}::text[]) OR system = ANY(${column(changed.systems)}::text[])
      OR judged_at IS NULL
    ORDER BY root LIMIT ${maxSellers}`);
  return rows.map(sellerFromRow);
}

/** Saves verdicts. `judged_at` moves only where the verdict changed, so that ad servers read only changes. */
export async function saveVerdicts(db: Executor, judged: (Seller & Judgement)[]): Promise<void> {
  if (judged.length === 0) return;
  await db.execute(sql`
    UPDATE sellers s SET verdict = j.verdict, reason = j.reason, judged_at = now()
    FROM unnest(${sellerColumns(judged)}, ${column(judged.map(({ verdict }) => verdict))}::text[],
      ${column(judged.map(({ reason }) => reason))}::text[])
      AS j (site_kind, site, domain, system, seller_id, verdict, reason)
    WHERE s.site_kind = j.site_kind AND s.site = j.site AND s.domain = j.domain AND s.system = j.system
      AND s.seller_id = j.seller_id AND (s.verdict, s.reason) IS DISTINCT FROM (j.verdict, j.reason)`);
}
