import { setTimeout as wait } from "node:timers/promises";
import type { Platform } from "@litfass/platform/platform";
import { spentOnCampaigns } from "../../billing/index.ts";
import { listDeliveryStatus } from "../../spend/index.ts";
import { type TieOut, tieOut } from "./reconciliation.ts";
import { alarmJob, sendAlarm } from "./reconciliation-alarm.ts";
import { didDiffer, eventCharges, insertTieOut, panelCharges } from "./reconciliation-sql.ts";

const tieOutJob = "statistics.tie-out";
/** A batch under way arrives within this time, unless something is wrong. */
const lookEveryMs = 2_000;
const mostLooks = 15;

/** Every night: whether panels, events, budgets and ledger agree. */
export function tieOutJobs(platform: Platform): void {
  platform.jobs.work(tieOutJob, async () => {
    await runTieOut(platform);
  });
  platform.jobs.schedule(tieOutJob, "23 3 * * *");
  alarmJob(platform);
}

/**
 * Compares and writes down what was found. Where sources differ, it says so in the log, and by mail to those who look
 * after the installation when they begin to.
 */
export async function runTieOut(platform: Platform, looks = mostLooks): Promise<TieOut> {
  const { db, clickhouse, clock, log } = platform;
  let left = looks;
  const found = await tieOut(
    {
      events: () => eventCharges(clickhouse),
      others: {
        panels: () => panelCharges(clickhouse),
        budgets: async (ids) =>
          new Map((await listDeliveryStatus(db, ids)).map((row) => [row.campaignId, row.spentMicros])),
        ledger: (ids) => spentOnCampaigns(db, ids),
      },
    },
    async () => {
      if (left-- <= 0) return false;
      await wait(lookEveryMs);
      return true;
    },
  );
  const differs = found.differences.length > 0;
  await db.transaction(async (tx) => {
    const isNew = differs && !(await didDiffer(tx));
    await insertTieOut(tx, found, clock.now());
    if (isNew) await sendAlarm(platform, tx, found);
  });
  if (differs) log.error({ differences: found.differences }, "panels, events and ledger differ");
  return found;
}
