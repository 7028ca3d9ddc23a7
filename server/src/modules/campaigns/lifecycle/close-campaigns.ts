import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Database } from "@litfass/platform/postgres/postgres";
import { releaseReservation, spentOnCampaigns } from "../../billing/index.ts";
import { findCampaignBudget } from "../../spend/index.ts";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { listActive, listOverdue, listUnsettled } from "./closing-sql.ts";
import { type EndReason, endCampaign } from "./end-campaign.ts";

const job = "campaigns.close";
const batchSize = 500;
/** Running campaigns whose spend is read at once. */
const pageSize = 5_000;

/**
 * Ends campaigns whose last day is over or whose budget is spent, and releases reservations. @returns the number of
 * each.
 */
export async function closeCampaigns(runner: CommandRunner): Promise<{ ended: number; settled: number }> {
  const { db, clock } = runner.platform;
  let ended = 0;
  for (const id of await listOverdue(db, clock.now(), batchSize)) {
    if (await runAsJob(runner, job, endDueCampaign, { id, reason: "period" })) ended += 1;
  }
  for await (const { id, spentMicros } of spentUp(db)) {
    if (await runAsJob(runner, job, endDueCampaign, { id, reason: "budget", spentMicros })) ended += 1;
  }
  let settled = 0;
  for (const id of await listUnsettled(db, batchSize)) {
    if (await runAsJob(runner, job, settleCampaign, { id })) settled += 1;
  }
  return { ended, settled };
}

/** Running campaigns whose budget is spent. Read in pages: a transaction for each would take minutes for thousands. */
async function* spentUp(db: Database): AsyncGenerator<{ id: number; spentMicros: bigint }> {
  let afterId = 0;
  while (true) {
    const running = await listActive(db, afterId, pageSize);
    const spent = await spentOnCampaigns(
      db,
      running.map(({ id }) => id),
    );
    for (const { id, budgetMicros } of running) {
      const spentMicros = spent.get(id) ?? 0n;
      if (spentMicros > 0n && spentMicros >= budgetMicros) yield { id, spentMicros };
    }
    if (running.length < pageSize) return;
    afterId = running.at(-1)?.id ?? afterId;
  }
}

type DueCampaign = { id: number; reason: EndReason; spentMicros?: bigint };

/** Ends a campaign that is over, unless somebody ended or prolonged it meanwhile. @returns whether it did. */
export const endDueCampaign = command({
  name: "campaigns.end_due_campaign",
  errors: [],
  async run({ ctx, input: { id, reason, spentMicros } }: CommandCall<DueCampaign>): Promise<boolean> {
    const row = await lockCampaignRowById(ctx.tx, id);
    const isStarted = row?.status === "ACTIVE" || row?.status === "PAUSED";
    if (!row || !isStarted || !isDue(row, spentMicros, ctx.clock.now())) {
      ctx.audit.unchanged("the campaign is not due");
      return false;
    }
    await auditCampaign(ctx, { before: row, after: await endCampaign(ctx, row, reason) });
    return true;
  },
});

/** The budget or the end may have been changed since the campaign was listed. */
const isDue = (row: CampaignRow, spentMicros: bigint | undefined, now: Date): boolean =>
  spentMicros === undefined
    ? row.endOn !== null && row.endOn < todayIn(now, row.timeZone)
    : spentMicros >= (row.totalBudgetMicros ?? 0n);

/** Releases the rest of an ended campaign's reservation, unless an ad server may still charge it. @returns whether it did. */
export const settleCampaign = command({
  name: "campaigns.settle_campaign",
  errors: [],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<boolean> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    const budget = await findCampaignBudget(tx, id);
    if (!row || row.settledAt !== null || (budget && budget.leasedMicros > 0n)) {
      ctx.audit.unchanged("the campaign is settled, or a lease is still out");
      return false;
    }
    const now = clock.now();
    await releaseReservation(tx, { campaignId: id, key: `campaign:${id}:release`, at: now });
    const settled = await updateCampaignRow(tx, row, { settledAt: now }, now);
    const more = [{ field: "settled_at", before: null, after: now.toISOString() }];
    await auditCampaign(ctx, { before: row, after: settled, more });
    return true;
  },
});
