import { listFunnels } from "@litfass/adserver/index";
import type { CampaignHealth } from "@litfass/contract/reporting/campaign-overview";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type CampaignRun, healthOf, judgedFrom, recentFrom } from "./campaign-health.ts";
import { type CountedDelivery, listCounted } from "./overview-sql.ts";

const nothing: CountedDelivery = {
  impressions: 0,
  clicks: 0,
  viewable: 0,
  invalidImpressions: 0,
  spentMicros: 0n,
  recentMicros: 0n,
  recent: { wins: 0, impressions: 0, viewable: 0 },
};

export type JudgedCampaign = { counted: CountedDelivery; health: CampaignHealth };

/** Figures and health of campaigns by id, in two queries however many there are. The caller checked the reach. */
export async function judgeCampaigns(
  { db, clickhouse }: { db: Executor; clickhouse: ClickHouse },
  runs: CampaignRun[],
  now: Date,
): Promise<Map<number, JudgedCampaign>> {
  const [counted, funnels] = await Promise.all([
    listCounted(clickhouse, new Map(runs.map((run) => [run.id, judgedFrom(run, now)]))),
    listFunnels(
      db,
      runs.map(({ id }) => id),
      recentFrom(now),
    ),
  ]);
  return new Map(
    runs.map((run) => {
      const own = counted.get(run.id) ?? nothing;
      return [
        run.id,
        { counted: own, health: healthOf(run, { ...own, funnel: funnels.get(run.id) ?? null }, now) },
      ] as const;
    }),
  );
}

/** Those of the campaigns that are behind their plan now. */
export async function campaignsBehind(
  stores: { db: Executor; clickhouse: ClickHouse },
  runs: CampaignRun[],
  now: Date,
): Promise<number[]> {
  const judged = await judgeCampaigns(stores, runs, now);
  return [...judged].flatMap(([id, { health }]) => (health.verdict === "behind" ? [id] : []));
}
