import { setTimeout as wait } from "node:timers/promises";
import type { Actor } from "@litfass/platform/command/actor";
import { spentOnCampaigns } from "../../billing/index.ts";
import { listDeliveryStatus } from "../../spend/index.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { type Reconciliation, reconcile } from "./reconciliation.ts";
import { alarmJob } from "./reconciliation-alarm.ts";
import { eventCharges, panelCharges } from "./reconciliation-sql.ts";
import { recordReconciliation } from "./record-reconciliation.ts";

const job = "statistics.reconcile";
/** A batch in progress arrives within this time, unless something is wrong. */
const waitMs = 2_000;
const maxWaits = 15;

type Context = Omit<ReportingContext, "sources">;

/** Every night: checks that panels, events, budgets and ledger agree. */
export function reconciliationJobs(context: Context): void {
  const { jobs } = context.platform;
  jobs.work(job, async () => {
    await runReconciliation(context, { actor: { kind: "job", name: job } });
  });
  jobs.schedule(job, "23 3 * * *");
  alarmJob(context.platform);
}

/**
 * Compares and stores the result. Differences are logged, and mailed when they start. `waits`: how often it waits for
 * batches in progress before it reports a difference.
 */
export async function runReconciliation(
  { platform, execute }: Context,
  { actor, waits = maxWaits }: { actor: Actor; waits?: number },
): Promise<Reconciliation> {
  const { db, clickhouse, log } = platform;
  let left = waits;
  const found = await reconcile(
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
      await wait(waitMs);
      return true;
    },
  );
  await execute(recordReconciliation, { actor, input: found, lang: "en" });
  if (found.differences.length > 0) log.error({ differences: found.differences }, "panels, events and ledger differ");
  return found;
}
