import { listFunnels } from "@litfass/adserver/index";
import type { CampaignHealth } from "@litfass/contract/reporting/campaign-overview";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type CampaignRun, healthOf, judgedFrom } from "./campaign-health.ts";
import { type CountedDelivery, listCounted } from "./overview-sql.ts";

const nothing: CountedDelivery = {
  impressions: 0,
  clicks: 0,
  measured: 0,
  viewable: 0,
  invalidImpressions: 0,
  spentMicros: 0n,
  recentMicros: 0n,
  recent: { wins: 0, impressions: 0, viewable: 0 },
};

export type JudgedCampaign = { counted: CountedDelivery; health: CampaignHealth };

/** Figures and health of campaigns by id, always in two queries. The caller checked access. */
export async function judgeCampaigns(
  clickhouse: ClickHouse,
  now: Date,
  db: Executor,
  runs: CampaignRun[],
): Promise<Map<number, JudgedCampaign>> {
  const ids = runs.map(({ id }) => id);
  const judgedSince = new Map(runs.map((run) => [run.id, judgedFrom(run, now)]));
  const [counted, funnels] = await Promise.all([
    listCounted(clickhouse, ids, judgedSince),
    listFunnels(db, judgedSince),
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

/** The campaigns that are behind their plan now. */
export async function campaignsBehind(
  clickhouse: ClickHouse,
  now: Date,
  db: Executor,
  runs: CampaignRun[],
): Promise<number[]> {
  const judged = await judgeCampaigns(clickhouse, now, db, runs);
  return [...judged].flatMap(([id, { health }]) => (health.verdict === "behind" ? [id] : []));
}
