import type { MissingPoint } from "@litfass/contract/campaigns/campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { type Location, type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { accountSummariesOf } from "../../billing/index.ts";
import { videoReadiness } from "../../creatives/index.ts";
import { currencyOf, findUsers, obstacleOf } from "../../users/index.ts";
import { feedProblemOf } from "../feed/check-feed.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { missingPoints } from "./readiness.ts";

/** What one campaign from a pattern has of its own; null takes the pattern's. */
export type PlannedCampaign = {
  ownerUid: string;
  budgetMicros: bigint | null;
  location: Location | null;
  destinationUrl: string | null;
};

/** A campaign cannot start: every point that is missing. */
export class NotReady extends Error {
  readonly missing: MissingPoint[];

  constructor(missing: MissingPoint[]) {
    super(missing.map(({ code }) => code).join(", "));
    this.name = "NotReady";
    this.missing = missing;
  }
}

/** The pattern's target group, at the plan's own place where it has one. */
export function targetingOf(
  pattern: Pick<CampaignRow, "targeting">,
  plan: Pick<PlannedCampaign, "location">,
): Targeting {
  const targeting = targetingSchema.parse(pattern.targeting);
  return plan.location ? { ...targeting, locations: [plan.location] } : targeting;
}

/**
 * What keeps each planned campaign from starting, by the one readiness predicate, without creating anything. Plans of one
 * customer share the balance in their order. Without a ledger's promise: starting checks again.
 */
export async function readinessOfPlans(
  db: Executor,
  pattern: CampaignRow,
  plans: (PlannedCampaign & { creatives: { chosen: number; unfilled: string[] } })[],
  now: Date,
  lang: "en" | "de",
): Promise<MissingPoint[][]> {
  const uids = [...new Set(plans.map(({ ownerUid }) => ownerUid))];
  const owners = await findUsers(db, uids);
  const accounts = await accountSummariesOf(db, uids, now);
  const video = pattern.type === "video" ? await videoReadiness(db, pattern.id) : null;
  const feed = await feedProblemOf(db, pattern);
  const left = new Map<string, bigint>();
  return plans.map((plan) => {
    const owner = owners.get(plan.ownerUid) ?? null;
    const remaining = accounts.get(plan.ownerUid)?.remaining[currencyOf(owner?.countryCode ?? null)] ?? 0;
    const balanceMicros = left.get(plan.ownerUid) ?? microsOfMinor(remaining);
    left.set(plan.ownerUid, balanceMicros - (plan.budgetMicros ?? 0n));
    const obstacle = owner ? obstacleOf(owner) : null;
    return missingPoints(
      {
        name: pattern.name,
        categories: pattern.categories,
        language: pattern.language,
        locations: targetingOf(pattern, plan).locations.length,
        totalBudgetMicros: plan.budgetMicros,
        startOn: pattern.startOn,
        endOn: pattern.endOn,
        destinationUrl: plan.destinationUrl ?? pattern.destinationUrl,
        creatives: plan.creatives,
        video,
        today: todayIn(now, pattern.timeZone),
        balanceMicros,
        hasSubscription: false,
        feed,
        ownerFilled: owner !== null && !["disabled", "unverified", "unfilled"].includes(obstacle ?? ""),
        ownerAcceptedTerms: owner !== null && obstacle !== "terms",
      },
      lang,
    );
  });
}
