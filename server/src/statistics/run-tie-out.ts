import { setTimeout as wait } from "node:timers/promises";
import { spentOnCampaigns } from "../billing/index.ts";
import { listDeliveryStatus } from "../delivery/index.ts";
import type { Platform } from "../platform/platform.ts";
import { type TieOut, tieOut } from "./tie-out.ts";
import { eventCharges, insertTieOut, panelCharges } from "./tie-out-sql.ts";

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
}

/** Compares, writes down what was found, and raises the alarm in the log where sources differ. */
export async function runTieOut({ db, clickhouse, clock, log }: Platform, looks = mostLooks): Promise<TieOut> {
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
  await insertTieOut(db, found, clock.now());
  if (found.differences.length > 0) log.error({ differences: found.differences }, "panels, events and ledger differ");
  return found;
}
