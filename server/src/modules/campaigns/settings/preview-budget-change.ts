import { evenDayMicros } from "@litfass/adserver/index";
import type { BudgetPreview } from "@litfass/contract/campaigns/campaign-budget";
import type { Language } from "@litfass/contract/kernel/language";
import { impressionsFor, minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { findCampaignBudget } from "../../spend/index.ts";
import { periodOf } from "../campaign-sql.ts";
import { getCampaign } from "../get-campaign.ts";
import { findCpm } from "../price.ts";
import type { CampaignRow } from "../tables.ts";
import { type BudgetChange, planBudgetChange } from "./plan-budget-change.ts";

/**
 * What saving another budget or end would do now, without saving. @throws what saving throws: 403, 404, 409, and 422 at
 * the fields.
 */
export async function previewBudgetChange(
  db: Database,
  caller: Caller,
  { id, change }: { id: number; change: BudgetChange },
  { now, lang }: { now: Date; lang: Language },
): Promise<BudgetPreview> {
  const row = await getCampaign(db, caller, id);
  const committed = await findCampaignBudget(db, id);
  const plan = await planBudgetChange(db, row, change, committed, { now, lang });
  const spentMicros = committed?.spentMicros ?? 0n;
  const presentMicros = row.totalBudgetMicros ?? 0n;
  const perDay = async (totalMicros: bigint, period: Pick<CampaignRow, "startOn" | "endOn" | "timeZone">) => {
    const { startAt, endAt } = await periodOf(db, period);
    const fromMs = Math.max(now.getTime(), startAt.getTime());
    const leftMicros = Number(totalMicros > spentMicros ? totalMicros - spentMicros : 0n);
    return minorFloorOfMicros(BigInt(evenDayMicros(leftMicros, fromMs, endAt.getTime(), row.timeZone)));
  };
  const cpmMinor = await findCpm(db, row, now);
  const bought = (micros: bigint) => impressionsFor(minorFloorOfMicros(micros), cpmMinor);
  return {
    currency: row.currency,
    minimum: minorFloorOfMicros(plan.minimumMicros),
    maximum: minorFloorOfMicros(plan.maximumMicros),
    reserved: plan.byMicros > 0n ? minorOfMicros(plan.byMicros) : 0,
    returned: plan.byMicros < 0n ? minorOfMicros(-plan.byMicros) : 0,
    balance: {
      before: minorFloorOfMicros(plan.availableMicros),
      after: minorFloorOfMicros(plan.availableMicros - plan.byMicros),
    },
    impressions: { before: bought(presentMicros), after: bought(plan.totalMicros) },
    per_day: {
      before: await perDay(presentMicros, row),
      after: await perDay(plan.totalMicros, { ...row, endOn: plan.endOn }),
    },
  };
}
