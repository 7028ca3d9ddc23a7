import type { CampaignChange, CampaignStatus } from "@litfass/contract/campaigns/campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid } from "@litfass/platform/problem";
import { refusePattern } from "../bulk/refuse-pattern.ts";
import { allowedStatuses, frozenSettings, mayChange } from "../campaign.ts";
import { changedFields } from "../campaign-fields.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { type Actor, recordAction, recordChange } from "../history/record-change.ts";
import { recordStatus } from "../history/record-status.ts";
import { endCampaign } from "../lifecycle/end-campaign.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { checkSettings } from "./check-settings.ts";

/**
 * Saves what is given, and changes the status where the transition table allows it (STATE-007). What a started campaign
 * can no longer take answers 409 with the names; delivery learns of every change of a started one.
 */
export async function changeCampaign(
  db: Executor,
  caller: Caller,
  id: number,
  change: CampaignChange,
  now: Date,
): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, id);
    await checkSettings(tx, caller, change, row);
    const { status, ...settings } = change;
    const frozen = frozenSettings(row.status, Object.keys(settings));
    if (frozen.length > 0) throw conflict("campaign_started", `Not changeable once started: ${frozen.join(", ")}`);
    const saved = Object.keys(settings).length > 0 ? await saveSettings(tx, row, settings, now) : row;
    await recordChange(tx, caller, row, saved, now);
    if (status && status !== row.status) {
      refusePattern(row);
      const changed = await changeStatus(tx, caller, saved, status, now);
      await recordStatus(tx, caller, row, changed, now);
      return changed;
    }
    if (row.status === "ACTIVE") await publish(tx, saved);
    return saved;
  });
}

async function saveSettings(tx: Transaction, row: CampaignRow, change: CampaignChange, now: Date) {
  const startOn = change.start_on === undefined ? row.startOn : change.start_on;
  const endOn = change.end_on === undefined ? row.endOn : change.end_on;
  if (startOn && endOn && startOn > endOn) throw invalid({ end_on: ["campaign.period"] });
  const budget = change.total_budget;
  return updateCampaignRow(
    tx,
    row.id,
    {
      name: change.name,
      type: change.type,
      categories: change.categories,
      language: change.language,
      strategy: change.strategy,
      pacing: change.pacing,
      targeting: change.targeting,
      feedUrl: change.feed_url,
      totalBudgetMicros: budget === undefined ? undefined : budget === null ? null : microsOfMinor(budget),
      startOn: change.start_on,
      endOn: change.end_on,
      destinationUrl: change.destination_url,
    },
    now,
  );
}

async function changeStatus(tx: Transaction, by: Actor, row: CampaignRow, status: CampaignStatus, now: Date) {
  const viaActivate = row.status === "DRAFT" && status === "ACTIVE";
  if (viaActivate || !mayChange(row.status, status)) {
    throw conflict(
      "status_change_refused",
      `${row.status} can become: ${allowedStatuses(row.status).join(", ") || "nothing"}`,
    );
  }
  if (status === "ENDED") return endCampaign(tx, by, row, "by_hand", now);
  const ended = status === "ARCHIVED" && row.status === "PAUSED" ? await endCampaign(tx, by, row, "by_hand", now) : row;
  const changed = await updateCampaignRow(tx, ended.id, { status }, now);
  const action = status === "ARCHIVED" ? "archived" : "status";
  await recordAction(tx, by, action, row.id, now, changedFields(ended, changed));
  await publish(tx, changed);
  return changed;
}
