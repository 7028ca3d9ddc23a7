import type { MissingPoint } from "@litfass/contract/campaigns/campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { budgetOf, subscriptionOf } from "../../billing/index.ts";
import { creativesReadiness, videoReadiness } from "../../creatives/index.ts";
import { findUser, obstacleOf } from "../../users/index.ts";
import { feedProblemOf } from "../feed/check-feed.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { missingPoints } from "./readiness.ts";

/** Gathers the facts of one campaign and asks the one readiness predicate. */
export async function readinessOf(
  db: Database | Transaction,
  row: CampaignRow,
  now: Date,
  lang: "en" | "de",
): Promise<MissingPoint[]> {
  const owner = await findUser(db, row.ownerUid);
  const budget = await budgetOf(db, row.ownerUid);
  const subscription = await subscriptionOf(db, row.ownerUid, now);
  const creatives = await creativesReadiness(db, row.id, lang);
  return missingPoints(
    {
      name: row.name,
      categories: row.categories,
      language: row.language,
      locations: targetingSchema.parse(row.targeting).locations.length,
      totalBudgetMicros: row.totalBudgetMicros,
      startOn: row.startOn,
      endOn: row.endOn,
      destinationUrl: row.destinationUrl,
      creatives,
      video: row.type === "video" ? await videoReadiness(db, row.id) : null,
      today: todayIn(now, row.timeZone),
      balanceMicros: microsOfMinor(budget?.balance ?? 0),
      feed: await feedProblemOf(db, row),
      hasSubscription: subscription.is_exists,
      ownerFilled: owner !== null && !["disabled", "unverified", "unfilled"].includes(obstacleOf(owner) ?? ""),
      ownerAcceptedTerms: owner !== null && obstacleOf(owner) !== "terms",
    },
    lang,
  );
}
