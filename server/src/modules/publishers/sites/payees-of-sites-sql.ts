import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { payeeOf } from "../publisher-sql.ts";

/** The names under which a site may be verified, the nearest first. Events name hosts without `www.`. */
function hostsAbove(site: string): string[] {
  const labels = site.split(".");
  const parents = labels.map((_, first) => labels.slice(first).join(".")).filter((host) => host.includes("."));
  return [`www.${site}`, ...parents];
}

/**
 * Whom the ads on each site are owed to, as the ledger names it: the active publisher that has verified it or the nearest
 * host above it. Of all publishers, for the settlement of events; sites of nobody are absent.
 */
export async function payeesOfSites(db: Executor, sites: string[]): Promise<Map<string, string>> {
  const hosts = new Set(sites.flatMap(hostsAbove));
  const { rows } = await db.execute<{ name: string; seller_id: string }>(sql`
    SELECT s.name, p.seller_id FROM publisher_sites s JOIN publishers p ON p.id = s.publisher_id
    WHERE s.kind = 'site' AND s.name = ANY(${sql.param([...hosts])}::text[]) AND s.state = 'verified'
      AND s.removed_at IS NULL AND p.state = 'active'`);
  const sellerOf = new Map(rows.map(({ name, seller_id }) => [name, seller_id]));
  const payees = new Map<string, string>();
  for (const site of sites) {
    const seller = sellerOf.get(hostsAbove(site).find((host) => sellerOf.has(host)) ?? "");
    if (seller !== undefined) payees.set(site, payeeOf(seller));
  }
  return payees;
}
