import { type CommandCall, command } from "@litfass/platform/command/command";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { creditShortfall, noteGuaranteeReview, unreviewedCampaigns } from "../../billing/index.ts";
import { lockCampaignRowById } from "../campaign-sql.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { resultMailJob } from "../notices/notice-mails.ts";
import { cpmOf } from "../price.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import { listSettledBetween } from "./closing-sql.ts";

export type Visibility = { impressions: number; measuredImpressions: number; viewableImpressions: number };
/** Reads the lifetime viewability of campaigns; provided by the process. */
export type VisibilityOf = (campaignIds: number[]) => Promise<Map<number, Visibility>>;

const minuteMs = 60_000;
/** Views of the last impressions may still arrive after the money was settled. */
const lateViewsMs = 30 * minuteMs;
/** Campaigns delayed longer than this by an outage are checked manually. */
const lookBackMs = 60 * 24 * 60 * minuteMs;
const batchSize = 500;
const maxSettled = 20_000;
const noVisibility: Visibility = { impressions: 0, measuredImpressions: 0, viewableImpressions: 0 };

/** Checks each settled campaign once for the viewability guarantee (CLAIM-002). @returns the number credited. */
export async function creditGuarantees(runner: CommandRunner, visibilityOf: VisibilityOf): Promise<number> {
  const { db, clock } = runner.platform;
  const now = clock.now().getTime();
  const settled = await listSettledBetween(db, new Date(now - lookBackMs), new Date(now - lateViewsMs), maxSettled);
  const ids = (await unreviewedCampaigns(db, settled)).slice(0, batchSize);
  if (ids.length === 0) return 0;
  const visibility = await visibilityOf(ids);
  let credited = 0;
  for (const id of ids) {
    const input = { id, visibility: visibility.get(id) ?? noVisibility };
    if ((await runAsJob(runner, "campaigns.credit-guarantees", creditGuarantee, input)) > 0n) credited += 1;
  }
  return credited;
}

/**
 * Credits the impressions that an ended campaign missed of the guarantee, once, and mails its result. @returns the micros credited by this
 * call.
 */
export const creditGuarantee = command({
  name: "campaigns.credit_guarantee",
  errors: [],
  async run({ ctx, input: { id, visibility } }: CommandCall<{ id: number; visibility: Visibility }>): Promise<bigint> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    if (!row) return 0n;
    const { name, ownerUid, currency } = row;
    const cpmMinor = cpmOf(row, await findPrices(tx));
    const credit = await creditShortfall(
      tx,
      ctx,
      { campaignId: id, name, ownerUid, currency, ...visibility },
      cpmMinor,
    );
    const isFirst = await noteGuaranteeReview(tx, id, visibility, credit, clock.now());
    if (!isFirst) {
      ctx.audit.unchanged("the campaign was checked before");
      return 0n;
    }
    await ctx.jobs.send(resultMailJob, { campaign: id }, { singletonKey: String(id) });
    const more = [{ field: "guarantee_credit_micros", before: null, after: credit.toString() }];
    await auditCampaign(ctx, { before: row, after: row, more });
    return credit;
  },
});
