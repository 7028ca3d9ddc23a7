import type { ReadinessIssue } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import { budgetOf, subscriptionOf } from "../../billing/index.ts";
import { creativesReadiness } from "../../creatives/index.ts";
import { hasOnlyClosedDeals } from "../../supply/deals/index.ts";
import { findUser } from "../../users/index.ts";
import { feedProblemOf } from "../feed/feed-problem.ts";
import { landingProblemOf } from "../landing/landing-problem.ts";
import { lineOfBusinessOf } from "../line-of-business.ts";
import { refusedLine } from "../review/refused-line.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { mediaReadiness } from "./media-readiness.ts";
import { ownerReadiness } from "./owner-readiness.ts";
import { readinessIssues } from "./readiness.ts";

/** The readiness issues of one campaign, from its stored facts. */
export async function readinessOf(
  db: Executor,
  row: CampaignRow,
  now: Date,
  lang: Language,
): Promise<ReadinessIssue[]> {
  const owner = await findUser(db, row.ownerUid);
  const budget = await budgetOf(db, row.ownerUid);
  const subscription = await subscriptionOf(db, row.ownerUid, now);
  const { locations } = targetingSchema.parse(row.targeting);
  const creatives = await creativesReadiness(db, row.id, lang);
  return readinessIssues(
    {
      name: row.name,
      categories: row.categories,
      refusedLine: refusedLine(await findReviewPolicy(db), lineOfBusinessOf(row), locations),
      language: row.language,
      locations: locations.length,
      hasOnlyClosedDeals: await hasOnlyClosedDeals(db, row.targeting, row.ownerUid, now),
      totalBudgetMicros: row.totalBudgetMicros,
      startOn: row.startOn,
      endOn: row.endOn,
      destinationUrl: row.destinationUrl,
      creatives,
      media: await mediaReadiness(db, row),
      today: todayIn(now, row.timeZone),
      balanceMicros: microsOfMinor(budget?.balance ?? 0),
      feed: await feedProblemOf(db, row),
      landing: await landingProblemOf(db, row),
      hasSubscription: subscription.is_exists,
      ...ownerReadiness(owner),
    },
    lang,
  );
}
