import { hasUnsettledBatches, pauseIntakeWithin } from "@litfass/events/index";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import { fillCounters, listUnfilledCounters } from "../../spend/index.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { sumCounts } from "./counter-sums-sql.ts";

const job = "statistics.fill-counters";
type Context = Omit<ReportingContext, "sources">;

/** Few enough for the intake to pause for moments only. */
const campaignsPerRun = 2_000;
/** A batch that was not sent again for so long belongs to an ad server that is gone. */
const batchesWithinMs = 3_600_000;

/**
 * Sets the counters of campaigns that ran before counters existed to the sums of their stored events. The intake pauses
 * meanwhile, so that each event is either in the sums or added by its batch later. While a received batch is not
 * settled, its events may be stored already: then nothing is filled. @returns how many campaigns were filled.
 */
export const fillCampaignCounters = command<{ clickhouse: ClickHouse }, number>({
  name: "reporting.fill_campaign_counters",
  errors: [],
  async run({ ctx, input }) {
    ctx.audit.unchanged("counters are sums of the stored events");
    const ids = await listUnfilledCounters(ctx.tx, campaignsPerRun);
    if (ids.length === 0) return 0;
    await pauseIntakeWithin(ctx.tx);
    if (await hasUnsettledBatches(ctx.tx, new Date(ctx.clock.now().getTime() - batchesWithinMs))) return 0;
    await fillCounters(ctx.tx, await sumCounts(input.clickhouse, ids));
    return ids.length;
  },
});

/** Fills one run of counters. @returns how many campaigns were filled. */
export async function runFillCounters({ platform, execute }: Context): Promise<number> {
  const input = { clickhouse: platform.clickhouse };
  const actor = { kind: "job", name: job } as const;
  return outputOf(await execute(fillCampaignCounters, { actor, input, lang: "en" }));
}

/** Every minute, until the counters of all earlier campaigns are filled. */
export function counterJobs(context: Context): void {
  const { jobs, db, log } = context.platform;
  jobs.work(job, async () => {
    if ((await listUnfilledCounters(db, 1)).length === 0) return;
    const filled = await runFillCounters(context);
    if (filled > 0) log.info({ filled }, "campaign counters were filled");
  });
  jobs.schedule(job, "* * * * *");
}
