import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import { campaignsBehind } from "../../reporting/index.ts";
import { listHeldBack } from "../review/review-sql.ts";
import { listActiveRuns } from "./campaign-runs-sql.ts";

/** More active campaigns than this are not judged at once. */
const maxCampaigns = 10_000;

/** Active campaigns within the caller's reach that are behind their plan, or whose ads were all rejected. */
export async function campaignsNeedingAttention(
  { db, clickhouse, clock }: Pick<Platform, "db" | "clickhouse" | "clock">,
  caller: Caller,
): Promise<number[]> {
  const runs = await listActiveRuns(db, caller, maxCampaigns);
  const heldBack = await listHeldBack(
    db,
    runs.map(({ id }) => id),
  );
  // Without an approval nothing is delivered, and waiting for one is nothing the advertiser can change.
  const delivered = runs.filter(({ id }) => !heldBack.has(id));
  const behind = await campaignsBehind({ db, clickhouse }, delivered, clock.now());
  const rejected = [...heldBack].flatMap(([id, review]) => (review.status === "rejected" ? [id] : []));
  return [...behind, ...rejected];
}
