import type { CommandContext } from "@litfass/platform/command/command";
import { changeReservation } from "../../billing/index.ts";
import { lockCampaignBudget, setCampaignBudget } from "../../spend/index.ts";
import type { CampaignRow } from "../tables.ts";
import { type BudgetChange, planBudgetChange } from "./plan-budget-change.ts";

/**
 * Moves the money of another budget of a started campaign, which the caller has locked and saves afterwards: delivery's
 * budget is locked first, so that what is spent and leased cannot grow past the new one, then the ledger follows.
 * @throws 422 at `total_budget` and `end_on`.
 */
export async function changeBudget(ctx: CommandContext, row: CampaignRow, change: BudgetChange): Promise<void> {
  const { tx, clock, lang } = ctx;
  const now = clock.now();
  const committed = await lockCampaignBudget(tx, row.id);
  const { byMicros, totalMicros } = await planBudgetChange(tx, row, change, committed, { now, lang });
  if (byMicros === 0n) return;
  await changeReservation(tx, {
    campaignId: row.id,
    ownerUid: row.ownerUid,
    currency: row.currency,
    byMicros,
    // The version grows with each change of the locked campaign.
    key: `campaign:${row.id}:budget:${row.version}`,
    description: row.name,
    at: now,
  });
  // A paused campaign is not published again, yet ad servers that have not heard of the pause may still lease.
  await setCampaignBudget(tx, row.id, totalMicros);
}
