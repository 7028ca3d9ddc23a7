import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { payeeOf } from "../publisher-sql.ts";

/** The names under which a site may be verified, the nearest first. Events name hosts without `www.`. */
export function hostsAbove(site: string): string[] {
  const labels = site.split(".");
  const parents = labels.map((_, first) => labels.slice(first).join(".")).filter((host) => host.includes("."));
  return [`www.${site}`, ...parents];
}

type SiteOwner = { publisherId: number; sellerId: string };

/**
 * The active publisher that has verified each site, or the nearest host above it; sites of nobody are absent. Of all
 * publishers, for the settlement of events.
 */
export async function ownersOfSites(db: Executor, sites: string[]): Promise<Map<string, SiteOwner>> {
  const hosts = new Set(sites.flatMap(hostsAbove));
  const { rows } = await db.execute<{ name: string; publisher_id: string; seller_id: string }>(sql`
    SELECT s.name, s.publisher_id, p.seller_id FROM publisher_sites s JOIN publishers p ON p.id = s.publisher_id
    WHERE s.kind = 'site' AND s.name = ANY(${sql.param([...hosts])}::text[]) AND s.state = 'verified'
      AND s.removed_at IS NULL AND p.state = 'active'`);
  const ownerOf = new Map(
    rows.map((row) => [row.name, { publisherId: Number(row.publisher_id), sellerId: row.seller_id }]),
  );
  const owners = new Map<string, SiteOwner>();
  for (const site of sites) {
    const owner = ownerOf.get(hostsAbove(site).find((host) => ownerOf.has(host)) ?? "");
    if (owner !== undefined) owners.set(site, owner);
  }
  return owners;
}

/** Whom the ads on each site are owed to, as the ledger names it; sites of nobody are absent. */
export async function payeesOfSites(db: Executor, sites: string[]): Promise<Map<string, string>> {
  const owners = await ownersOfSites(db, sites);
  return new Map([...owners].map(([site, { sellerId }]) => [site, payeeOf(sellerId)]));
}
