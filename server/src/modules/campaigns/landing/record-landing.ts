import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { findApproved, findLastReview, replaceApproved } from "../review/review-sql.ts";
import { submitAgain } from "../review/submit-again.ts";
import type { CampaignRow } from "../tables.ts";
import type { LandingFinding } from "./check-landing-page.ts";
import { landingMailJob } from "./landing-mail.ts";
import { listLandingChecks, saveLanding } from "./landing-sql.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Failed checks in a row before the customer is notified: a short outage is no reason for a mail. */
export const failuresToNotify = 3;

/** No submission has this ID. */
const none = 0;

/** Daily; after a failure in an hour, then with growing pauses up to a day. */
const pauseMs = (failures: number): number => (failures === 0 ? dayMs : Math.min(dayMs, hourMs * 4 ** (failures - 1)));

type Input = { id: number; url: string; finding: LandingFinding };

/**
 * Stores what was found at a campaign's link. For a running campaign, a listed host stops its ads until a reviewer
 * decides; another final domain goes to review while they run; the owner is notified of a page that stays unreachable.
 */
export const recordLanding = command({
  name: "campaigns.record_landing",
  errors: [],
  async run({ ctx, input: { id, url, finding } }: CommandCall<Input>): Promise<void> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    if (!row || row.destinationUrl !== url) return ctx.audit.unchanged("the link is another one now");
    const earlier = (await listLandingChecks(tx, [id])).get(id);
    const known = earlier?.url === url ? earlier : undefined;
    const { outcome, detail } = finding;
    const failures = outcome === "ok" ? 0 : (known?.failures ?? 0) + 1;
    const domain = (outcome === "ok" ? finding.domain : null) ?? known?.domain ?? null;
    const now = clock.now();
    const nextAt = new Date(now.getTime() + pauseMs(failures));
    await saveLanding(tx, id, { url, outcome, detail, domain, failures, checkedAt: now, nextAt });
    if (row.status === "ACTIVE") await act(ctx, row, finding, { failures, before: known?.domain ?? null, domain });
    const changes = [
      { field: "landing_page", before: known?.outcome ?? null, after: outcome },
      { field: "landing_domain", before: known?.domain ?? null, after: domain },
    ].filter(({ before, after }) => before !== after);
    if (changes.length === 0) return ctx.audit.unchanged("the page is as before");
    await ctx.audit.record({ subject: { type: "campaign", id: String(id) }, changes });
  },
});

type Judged = { failures: number; before: string | null; domain: string | null };

async function act(
  ctx: CommandContext,
  row: CampaignRow,
  { outcome, detail }: LandingFinding,
  { failures, before, domain }: Judged,
): Promise<void> {
  const { tx, jobs } = ctx;
  const { id } = row;
  const approved = await findApproved(tx, id);
  if (outcome === "malware") {
    if (approved === null) return;
    await replaceApproved(tx, id, none);
    await submitAgain(ctx, row, approved.creatives, { code: "landing.listed", value: detail });
    await publish(tx, await updateCampaignRow(tx, row, {}, ctx.clock.now()));
    await jobs.send(landingMailJob, { campaign: id, kind: outcome });
  } else if (outcome !== "ok") {
    if (failures === failuresToNotify) await jobs.send(landingMailJob, { campaign: id, kind: outcome });
  } else if (before !== null && domain !== before) {
    const last = await findLastReview(tx, id);
    // A submission that waits is reviewed with the page of today.
    if (approved === null || last?.status === "pending") return;
    await submitAgain(ctx, row, approved.creatives, { code: "landing.moved", value: `${before} → ${domain}` });
    await jobs.send(landingMailJob, { campaign: id, kind: "moved" });
  }
}
