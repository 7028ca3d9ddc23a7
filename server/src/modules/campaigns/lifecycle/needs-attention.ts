import type { Caller } from "@litfass/contract/kernel/roles";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Database } from "@litfass/platform/postgres/postgres";
import { campaignsBehind } from "../../reporting/index.ts";
import { listHeldBack } from "../review/review-sql.ts";
import { listActiveRuns } from "./campaign-runs-sql.ts";

/** Maximum number of active campaigns evaluated at once. */
const maxCampaigns = 10_000;

/** Accessible active campaigns that are behind their plan, or whose ads were all rejected. */
export async function campaignsNeedingAttention(
  db: Database,
  caller: Caller,
  clickhouse: ClickHouse,
  now: Date,
): Promise<number[]> {
  const runs = await listActiveRuns(db, caller, maxCampaigns);
  const heldBack = await listHeldBack(
    db,
    runs.map(({ id }) => id),
  );
  // Without an approval nothing is delivered, and the advertiser can only wait for one.
  const delivered = runs.filter(({ id }) => !heldBack.has(id));
  const behind = await campaignsBehind(clickhouse, now, db, delivered);
  const rejected = [...heldBack].flatMap(([id, review]) => (review.status === "rejected" ? [id] : []));
  return [...behind, ...rejected];
}
