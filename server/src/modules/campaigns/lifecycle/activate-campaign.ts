import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, invalid } from "@litfass/platform/problem";
import { reserveBudget } from "../../billing/index.ts";
import { refusePattern } from "../bulk/refuse-pattern.ts";
import { changedFields } from "../campaign-fields.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import { recordStatus } from "../history/record-status.ts";
import { handIn } from "../review/submit-for-review.ts";
import type { CampaignRow } from "../tables.ts";
import { readinessOf } from "./campaign-readiness.ts";
import { publish } from "./publish-campaign.ts";

/**
 * Starts a draft: checks readiness, reserves the budget in the ledger, sets ACTIVE, hands in the banners and
 * tells delivery, all in one transaction. A campaign that already runs is answered as it is, so that a repeated call does no harm.
 */
export async function activateCampaign(
  db: Executor,
  caller: Caller,
  id: number,
  now: Date,
  lang: Language,
): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, id);
    if (row.status === "ACTIVE") return row;
    if (row.status !== "DRAFT") throw conflict("campaign_not_draft");
    refusePattern(row);
    const missing = await readinessOf(tx, row, now, lang);
    if (missing.length > 0) throw invalid({ campaign: missing.map((point) => point.message) });
    await reserveBudget(tx, {
      campaignId: row.id,
      ownerUid: row.ownerUid,
      currency: row.currency,
      amountMicros: row.totalBudgetMicros ?? 0n,
      description: row.name,
      key: `campaign:${row.id}:reserve`,
    });
    const started = await updateCampaignRow(tx, row.id, { status: "ACTIVE", activatedAt: now }, now);
    await recordStatus(tx, caller, row, started, now);
    await recordAction(tx, caller, "activated", row.id, now, changedFields(row, started));
    await handIn(tx, started, "start", now);
    await publish(tx, started);
    return started;
  });
}
