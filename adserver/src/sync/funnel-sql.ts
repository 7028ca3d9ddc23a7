import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { type FunnelCounter, type FunnelCounts, funnelCounters } from "../auction/funnel.ts";

const column = (values: unknown[]) => sql.param(values);
const names = sql.join(
  funnelCounters.map((name) => sql.identifier(name)),
  sql`, `,
);

/** Adds counts to the current UTC hour in one statement. */
export async function addFunnel(db: Executor, counts: Map<number, FunnelCounts>, now: Date): Promise<void> {
  if (counts.size === 0) return;
  // Ordered, so that processes lock rows in the same order.
  const rows = [...counts].sort(([a], [b]) => a - b);
  const values = funnelCounters.map(
    (_, at) => sql`${column(rows.map(([, each]) => Math.round(each[at] ?? 0)))}::bigint[]`,
  );
  const added = funnelCounters.map(
    (name) => sql`${sql.identifier(name)} = campaign_funnel.${sql.identifier(name)} + excluded.${sql.identifier(name)}`,
  );
  await db.execute(sql`
    INSERT INTO campaign_funnel (first_at, hour_at, campaign_id, ${names})
    SELECT ${now.toISOString()}::timestamptz, date_trunc('hour', ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', *
    FROM unnest(${column(rows.map(([id]) => id))}::bigint[], ${sql.join(values, sql`, `)})
    ON CONFLICT (campaign_id, hour_at) DO UPDATE SET ${sql.join(added, sql`, `)}`);
}

export type Funnel = Record<FunnelCounter, number>;
/** `firstAt`: when counting began; null without counts. */
export type FunnelOfPeriod = Funnel & { firstAt: Date | null };

const sums = sql.join(
  funnelCounters.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) AS ${sql.identifier(name)}`),
  sql`, `,
);
type SummedRow = Record<string, string | null>;
const funnelOf = (row: SummedRow | undefined): FunnelOfPeriod => {
  const counts = Object.fromEntries(funnelCounters.map((name) => [name, Number(row?.[name] ?? 0)])) as Funnel;
  return { ...counts, firstAt: row?.first_at ? new Date(row.first_at) : null };
};

/** A campaign's funnel in a period of whole UTC hours, all processes together, some seconds behind. */
export async function findFunnel(db: Executor, campaignId: number, fromAt: Date, endAt: Date): Promise<FunnelOfPeriod> {
  const { rows } = await db.execute<SummedRow>(sql`
    SELECT min(first_at) AS first_at, ${sums} FROM campaign_funnel
    WHERE campaign_id = ${campaignId} AND hour_at >= ${fromAt.toISOString()} AND hour_at < ${endAt.toISOString()}`);
  return funnelOf(rows[0]);
}

/** The same of several campaigns, each since the UTC hour of its instant, by campaign; those without counts are absent. */
export async function listFunnels(
  db: Executor,
  since: ReadonlyMap<number, Date>,
): Promise<Map<number, FunnelOfPeriod>> {
  if (since.size === 0) return new Map();
  const instants = [...since.values()].map((at) => at.toISOString());
  const { rows } = await db.execute<SummedRow>(sql`
    SELECT campaign_id, min(first_at) AS first_at, ${sums} FROM campaign_funnel
    JOIN unnest(${column([...since.keys()])}::bigint[], ${column(instants)}::timestamptz[]) AS asked (id, since)
      ON campaign_id = id AND hour_at >= date_trunc('hour', since AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
    GROUP BY campaign_id`);
  return new Map(rows.map((row) => [Number(row.campaign_id), funnelOf(row)]));
}
