import type { ReadinessIssue } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { type Location, type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import { accountSummariesOf } from "../../billing/index.ts";
import { hasOnlyClosedDeals } from "../../supply/deals/index.ts";
import { currencyOf, findUsers } from "../../users/index.ts";
import { feedProblemOf } from "../feed/feed-problem.ts";
import { landingProblemOf } from "../landing/landing-problem.ts";
import { lineForOwner, lineOfBusinessOf } from "../line-of-business.ts";
import { refusedLine } from "../review/refused-line.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { mediaReadiness } from "./media-readiness.ts";
import { ownerReadiness } from "./owner-readiness.ts";
import { readinessIssues } from "./readiness.ts";

/** The row settings of one campaign of a bulk campaign; null uses the bulk template's. */
export type PlannedCampaign = {
  ownerUid: string;
  budgetMicros: bigint | null;
  location: Location | null;
  destinationUrl: string | null;
};

/** A planned campaign that cannot start, with every issue. */
export class NotReady extends Error {
  readonly issues: ReadinessIssue[];

  constructor(issues: ReadinessIssue[]) {
    super(issues.map(({ code }) => code).join(", "));
    this.name = "NotReady";
    this.issues = issues;
  }
}

/** The bulk template's target group, with the plan's own place if it has one. */
export function targetingOf(
  template: Pick<CampaignRow, "targeting">,
  plan: Pick<PlannedCampaign, "location">,
): Targeting {
  const targeting = targetingSchema.parse(template.targeting);
  return plan.location ? { ...targeting, locations: [plan.location] } : targeting;
}

/**
 * The readiness issues of each planned campaign without creating it. Plans of one customer share the balance in
 * order. Nothing is reserved, because starting checks again.
 */
export async function readinessOfPlans(
  db: Executor,
  template: CampaignRow,
  plans: (PlannedCampaign & { creatives: { chosen: number; unfilled: string[] } })[],
  now: Date,
  lang: Language,
): Promise<ReadinessIssue[][]> {
  const uids = [...new Set(plans.map(({ ownerUid }) => ownerUid))];
  const owners = await findUsers(db, uids);
  const accounts = await accountSummariesOf(db, uids, now);
  const media = await mediaReadiness(db, template);
  const feed = await feedProblemOf(db, template);
  const landing = await landingProblemOf(db, template);
  const policy = await findReviewPolicy(db);
  const withoutDeals = new Set<string>();
  for (const uid of uids) if (await hasOnlyClosedDeals(db, template.targeting, uid, now)) withoutDeals.add(uid);
  const left = new Map<string, bigint>();
  return plans.map((plan) => {
    const owner = owners.get(plan.ownerUid) ?? null;
    const remaining = accounts.get(plan.ownerUid)?.remaining[currencyOf(owner)] ?? 0;
    const balanceMicros = left.get(plan.ownerUid) ?? microsOfMinor(remaining);
    left.set(plan.ownerUid, balanceMicros - (plan.budgetMicros ?? 0n));
    const { locations } = targetingOf(template, plan);
    const line = lineOfBusinessOf({ ...template, lineOfBusiness: lineForOwner(template, owner) });
    return readinessIssues(
      {
        name: template.name,
        categories: template.categories,
        refusedLine: refusedLine(policy, line, locations),
        language: template.language,
        locations: locations.length,
        hasOnlyClosedDeals: withoutDeals.has(plan.ownerUid),
        totalBudgetMicros: plan.budgetMicros,
        startOn: template.startOn,
        endOn: template.endOn,
        destinationUrl: plan.destinationUrl ?? template.destinationUrl,
        creatives: plan.creatives,
        media,
        today: todayIn(now, template.timeZone),
        balanceMicros,
        hasSubscription: false,
        feed,
        // A company's own link is checked within minutes of the start.
        landing: plan.destinationUrl === null ? landing : null,
        ...ownerReadiness(owner),
      },
      lang,
    );
  });
}
