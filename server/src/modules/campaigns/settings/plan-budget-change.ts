import type { Language } from "@litfass/contract/kernel/language";
import { microsOfMinor, microsPerMinor, minorFloorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, invalid } from "@litfass/platform/problem";
import { availableMicrosOf } from "../../billing/index.ts";
import type { CampaignBudget } from "../../spend/index.ts";
import { findUser } from "../../users/index.ts";
import { ownerReadiness } from "../lifecycle/owner-readiness.ts";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";
import { todayIn } from "../today.ts";

/** The wanted total budget in minor units and last day; what is undefined stays as it is. */
export type BudgetChange = { total_budget?: number | null | undefined; end_on?: string | null | undefined };

export type BudgetPlan = {
  totalMicros: bigint;
  /** To reserve; below 0 to return. */
  byMicros: bigint;
  minimumMicros: bigint;
  maximumMicros: bigint;
  availableMicros: bigint;
  endOn: string;
};

export const isStarted = ({ status }: Pick<CampaignRow, "status">): boolean =>
  status === "ACTIVE" || status === "PAUSED";

/**
 * What another budget or end of a started campaign does. `committed` is what delivery has spent and leased; the command
 * that saves has it locked. @throws 409 for a campaign that does not run, 422 at the fields.
 */
export async function planBudgetChange(
  db: Executor,
  row: CampaignRow,
  change: BudgetChange,
  committed: CampaignBudget | null,
  { now, lang }: { now: Date; lang: Language },
): Promise<BudgetPlan> {
  if (!isStarted(row)) throw conflict("campaign_not_started", "campaign.not_started");
  const presentMicros = row.totalBudgetMicros ?? 0n;
  const wanted = change.total_budget;
  const totalMicros = wanted == null ? presentMicros : microsOfMinor(wanted);
  const byMicros = totalMicros - presentMicros;
  const availableMicros = await availableMicrosOf(db, row.ownerUid, row.currency);
  const minimumMicros = smallestBudget(committed);
  const maximumMicros = presentMicros + microsOfMinor(Math.max(0, minorFloorOfMicros(availableMicros)));
  const money = (micros: bigint) => moneyText(minorFloorOfMicros(micros), row.currency);
  const errors: Record<string, string[]> = {};
  if (wanted === null) errors.total_budget = ["rule.required"];
  else if (byMicros < 0n && totalMicros < minimumMicros) {
    errors.total_budget = [t(lang, "budget.too_low", { amount: money(minimumMicros) })];
  } else if (totalMicros > maximumMicros) {
    errors.total_budget = [t(lang, "budget.balance_short", { amount: money(maximumMicros) })];
  } else if (byMicros > 0n) {
    const obstacles = await ownerObstacles(db, row, lang);
    if (obstacles.length > 0) errors.total_budget = obstacles;
  }
  const endIssue = issueOfEnd(row, change.end_on, { now, lang });
  if (endIssue) errors.end_on = [endIssue];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    totalMicros,
    byMicros,
    minimumMicros,
    maximumMicros,
    availableMicros,
    endOn: change.end_on ?? row.endOn ?? "",
  };
}

/** In whole minor units, rounded up, and never 0: a campaign without a budget is ended instead. */
function smallestBudget(committed: CampaignBudget | null): bigint {
  const micros = (committed?.spentMicros ?? 0n) + (committed?.leasedMicros ?? 0n);
  const minor = (micros + microsPerMinor - 1n) / microsPerMinor;
  return (minor > 0n ? minor : 1n) * microsPerMinor;
}

/** Why the owner could not start a campaign now either (STATE-009). */
async function ownerObstacles(db: Executor, row: CampaignRow, lang: Language): Promise<string[]> {
  const owner = ownerReadiness(await findUser(db, row.ownerUid));
  if (!owner.ownerFilled) return [t(lang, "issue.profile_incomplete")];
  return owner.ownerAcceptedTerms ? [] : [t(lang, "issue.terms_missing")];
}

function issueOfEnd(
  row: CampaignRow,
  endOn: string | null | undefined,
  { now, lang }: { now: Date; lang: Language },
): string | null {
  if (endOn === undefined || endOn === row.endOn) return null;
  if (endOn === null) return "rule.required";
  if (row.startOn && endOn < row.startOn) return "campaign.period";
  return endOn < todayIn(now, row.timeZone) ? t(lang, "issue.period_past") : null;
}
