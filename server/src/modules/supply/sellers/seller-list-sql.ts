import { type SellerVerdict, sellerVerdicts } from "@litfass/contract/supply/sellers";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

export type SellerQuery = {
  page: number;
  per_page: number;
  search?: string;
  sort?: "site" | "seen_at";
  direction: "asc" | "desc";
  verdict?: SellerVerdict;
  sites?: string[];
};

/** A seller with its files: `p_` is the publisher's ads.txt, `s_` the system's sellers.json. `total` counts all pages. */
export type ListedSeller = Record<
  "site" | "site_kind" | "domain" | "system" | "seller_id" | "seen_at" | "total",
  string
> &
  Record<"verdict" | "reason", string | null> &
  Record<`${"p" | "s"}_${"outcome" | "detail" | "read_at"}`, string | null>;

/**
 * A page of sellers with the state of their files, and the number of all sellers by verdict: an installation's own, not a
 * customer's.
 */
export async function findSellers(
  db: Executor,
  query: SellerQuery,
): Promise<{ rows: ListedSeller[]; counts: Record<SellerVerdict, number> }> {
  const { page, per_page } = query;
  const where = conditionsOf(query);
  const order = query.sort === "site" ? sql`s.site` : sql`s.seen_at`;
  const direction = query.sort !== undefined && query.direction === "asc" ? sql`ASC` : sql`DESC`;
  const { rows } = await db.execute<ListedSeller>(sql`
    SELECT s.*, count(*) OVER () AS total, p.outcome AS p_outcome, p.detail AS p_detail, p.read_at AS p_read_at,
      j.outcome AS s_outcome, j.detail AS s_detail, j.read_at AS s_read_at
    FROM sellers s
    LEFT JOIN seller_files p ON p.domain = s.root AND p.kind = CASE s.site_kind WHEN 'app' THEN 'app-ads.txt' ELSE 'ads.txt' END
    LEFT JOIN seller_files j ON j.domain = s.system AND j.kind = 'sellers.json'
    WHERE ${where} ORDER BY ${order} ${direction}, s.site, s.system, s.seller_id
    LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  return { rows, counts: await countVerdicts(db) };
}

function conditionsOf({ search, verdict, sites }: SellerQuery): SQL {
  const conditions = [sql`true`];
  if (verdict !== undefined) conditions.push(sql`coalesce(s.verdict, 'unknown') = ${verdict}`);
  if (sites !== undefined) conditions.push(sql`s.site = ANY(${sql.param(sites)}::text[])`);
  if (search) conditions.push(sql`strpos(lower(s.site), ${search.toLowerCase()}) > 0`);
  return sql.join(conditions, sql` AND `);
}

async function countVerdicts(db: Executor): Promise<Record<SellerVerdict, number>> {
  const { rows } = await db.execute<{ verdict: SellerVerdict; number: string }>(
    sql`SELECT coalesce(verdict, 'unknown') AS verdict, count(*) AS number FROM sellers GROUP BY 1`,
  );
  const counts = Object.fromEntries(sellerVerdicts.map((verdict) => [verdict, 0])) as Record<SellerVerdict, number>;
  for (const { verdict, number } of rows) counts[verdict] = Number(number);
  return counts;
}
