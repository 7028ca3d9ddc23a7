import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { LandingOutcome } from "./check-landing-page.ts";

/** The last check of a campaign's landing page. */
export type LandingCheck = {
  url: string;
  outcome: LandingOutcome;
  detail: string;
  domain: string | null;
  /** Failed checks in a row. */
  failures: number;
  checkedAt: Date;
  nextAt: Date;
};

/** The last checks of campaigns that the caller may see, by campaign. */
export async function listLandingChecks(db: Executor, campaignIds: number[]): Promise<Map<number, LandingCheck>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<
    Omit<LandingCheck, "checkedAt" | "nextAt"> & { campaign_id: string; checked_at: string; next_at: string }
  >(sql`
    SELECT * FROM landing_checks WHERE campaign_id = ANY(${sql.param(campaignIds)}::bigint[])`);
  return new Map(
    rows.map(({ campaign_id, url, outcome, detail, domain, failures, checked_at, next_at }) => [
      Number(campaign_id),
      { url, outcome, detail, domain, failures, checkedAt: new Date(checked_at), nextAt: new Date(next_at) },
    ]),
  );
}

export async function saveLanding(tx: WriteTransaction, campaignId: number, check: LandingCheck): Promise<void> {
  const { url, outcome, detail, domain, failures, checkedAt, nextAt } = check;
  await tx.execute(sql`
    INSERT INTO landing_checks (campaign_id, url, outcome, detail, domain, failures, checked_at, next_at)
    VALUES (${campaignId}, ${url}, ${outcome}, ${detail.slice(0, 300)}, ${domain}, ${failures},
      ${checkedAt.toISOString()}::timestamptz, ${nextAt.toISOString()}::timestamptz)
    ON CONFLICT (campaign_id) DO UPDATE SET url = excluded.url, outcome = excluded.outcome, detail = excluded.detail,
      domain = excluded.domain, failures = excluded.failures, checked_at = excluded.checked_at, next_at = excluded.next_at`);
}

export type DueLanding = { id: number; destinationUrl: string };

/** Running campaigns of all customers whose landing page is due: never checked, another link, or the time has come. */
export async function listDueLandings(db: Executor, now: Date, limit: number): Promise<DueLanding[]> {
  const { rows } = await db.execute<{ id: string; destination_url: string }>(sql`
    SELECT c.id, c.destination_url FROM campaigns c LEFT JOIN landing_checks l ON l.campaign_id = c.id
    WHERE c.status = 'ACTIVE' AND c.destination_url IS NOT NULL
      AND (l.campaign_id IS NULL OR l.url <> c.destination_url OR l.next_at <= ${now.toISOString()}::timestamptz)
    ORDER BY l.next_at NULLS FIRST, c.id LIMIT ${limit}`);
  return rows.map(({ id, destination_url }) => ({ id: Number(id), destinationUrl: destination_url }));
}
