import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { LandingOutcome } from "./check-landing-page.ts";

/** Where single ads of a campaign lead, and the formats of these ads. */
export type AdLink = { url: string; formats: string[] };

/** The last check of such a link. */
export type LinkCheck = AdLink & {
  outcome: LandingOutcome;
  detail: string;
  domain: string | null;
  /** Failed checks in a row. */
  failures: number;
  /** Null: not checked yet. */
  checkedAt: Date | null;
};

/** Replaces the links of a campaign; what is known of those that stay is left as it is. New ones are due at once. */
export async function replaceLinks(tx: WriteTransaction, campaignId: number, links: AdLink[], now: Date) {
  const urls = links.map(({ url }) => url);
  await tx.execute(sql`
    DELETE FROM link_checks WHERE campaign_id = ${campaignId} AND NOT url = ANY(${sql.param(urls)}::text[])`);
  if (links.length === 0) return;
  await tx.execute(sql`
    INSERT INTO link_checks (campaign_id, url, formats, outcome, detail, failures, next_at)
    SELECT ${campaignId}, link.url, link.formats, 'ok', '', 0, ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS link (url text, formats text[])
    ON CONFLICT (campaign_id, url) DO UPDATE SET formats = excluded.formats`);
}

/** The links of campaigns that the caller may see with their last checks, by campaign. */
export async function listLinks(db: Executor, campaignIds: number[]): Promise<Map<number, LinkCheck[]>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<
    Omit<LinkCheck, "checkedAt"> & { campaign_id: string; checked_at: string | null }
  >(sql`
    SELECT campaign_id, url, formats, outcome, detail, domain, failures, checked_at FROM link_checks
    WHERE campaign_id = ANY(${sql.param(campaignIds)}::bigint[]) ORDER BY campaign_id, url`);
  const byCampaign = Map.groupBy(rows, ({ campaign_id }) => Number(campaign_id));
  return new Map(
    [...byCampaign].map(([id, links]) => [
      id,
      links.map(({ campaign_id: _id, checked_at, ...link }) => ({
        ...link,
        checkedAt: checked_at === null ? null : new Date(checked_at),
      })),
    ]),
  );
}

/** Stores a check of a link that the campaign still has. */
export async function saveLink(tx: WriteTransaction, campaignId: number, link: LinkCheck, nextAt: Date) {
  const { url, outcome, detail, domain, failures, checkedAt } = link;
  await tx.execute(sql`
    UPDATE link_checks SET outcome = ${outcome}, detail = ${detail.slice(0, 300)}, domain = ${domain},
      failures = ${failures}, checked_at = ${checkedAt?.toISOString() ?? null}::timestamptz,
      next_at = ${nextAt.toISOString()}::timestamptz
    WHERE campaign_id = ${campaignId} AND url = ${url}`);
}

/** The links of running campaigns of all customers that are due. */
export async function listDueLinks(db: Executor, now: Date, limit: number): Promise<{ id: number; url: string }[]> {
  const { rows } = await db.execute<{ id: string; url: string }>(sql`
    SELECT c.id, l.url FROM link_checks l JOIN campaigns c ON c.id = l.campaign_id
    WHERE c.status = 'ACTIVE' AND l.next_at <= ${now.toISOString()}::timestamptz
    ORDER BY l.next_at, c.id, l.url LIMIT ${limit}`);
  return rows.map(({ id, url }) => ({ id: Number(id), url }));
}
