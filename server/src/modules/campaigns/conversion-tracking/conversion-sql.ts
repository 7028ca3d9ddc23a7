import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

export type LastReports = { conversionAt: Date | null; testAt: Date | null };

/** When the last conversion and the last test of a campaign arrived. The caller has checked access to it. */
export async function findLastReports(db: Executor, campaignId: number): Promise<LastReports> {
  const { rows } = await db.execute<{ conversion_at: string | null; test_at: string | null }>(sql`
    SELECT (SELECT max(converted_at) FROM campaign_conversions WHERE campaign_id = ${campaignId}) AS conversion_at,
      (SELECT at FROM campaign_conversion_tests WHERE campaign_id = ${campaignId}) AS test_at`);
  const { conversion_at = null, test_at = null } = rows[0] ?? {};
  const instant = (at: string | null): Date | null => (at === null ? null : new Date(at));
  return { conversionAt: instant(conversion_at), testAt: instant(test_at) };
}

export type ConversionQuery = {
  /** The tenant predicate: the caller's campaigns. */
  campaignIds: number[];
  /** By the click: days and rates compare with clicks and spend. */
  fromAt: Date;
  endAt: Date;
  timeZone: string;
  sites?: string[] | undefined;
  grouping: keyof typeof keys;
};

export type ConversionSum = { key: string; conversions: number; valueMicros: bigint };

const keys = {
  total: () => sql`''`,
  campaign: () => sql`campaign_id::text`,
  creative: () => sql`creative_uuid`,
  url: () => sql`site`,
  day: (timeZone: string) => sql`(clicked_at AT TIME ZONE ${timeZone})::date::text`,
} satisfies Record<string, (timeZone: string) => SQL>;

const maxRows = 10_000;

/** Counted conversions of a period in groups; groups without any are absent. */
export async function sumConversions(db: Executor, query: ConversionQuery): Promise<ConversionSum[]> {
  const { campaignIds, fromAt, endAt, sites, grouping, timeZone } = query;
  const onSites = sites === undefined ? sql`` : sql`AND site = ANY(${sql.param(sites)}::text[])`;
  const { rows } = await db.execute<{ key: string; conversions: number; value: string }>(sql`
    SELECT key, count(*)::int AS conversions, coalesce(sum(value_micros), 0)::text AS value FROM (
      SELECT ${keys[grouping](timeZone)} AS key, value_micros FROM campaign_conversions
      WHERE campaign_id = ANY(${sql.param(campaignIds)}::bigint[])
        AND clicked_at >= ${fromAt.toISOString()}::timestamptz AND clicked_at < ${endAt.toISOString()}::timestamptz
        ${onSites}) AS found
    GROUP BY key ORDER BY conversions DESC, key LIMIT ${maxRows}`);
  return rows.map(({ key, conversions, value }) => ({ key, conversions, valueMicros: BigInt(value) }));
}
