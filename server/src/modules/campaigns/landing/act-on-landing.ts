import type { CommandContext } from "@litfass/platform/command/command";
import { updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { findApproved, findLastReview, replaceApproved } from "../review/review-sql.ts";
import { submitAgain } from "../review/submit-again.ts";
import type { CampaignRow } from "../tables.ts";
import type { LandingFinding } from "./check-landing-page.ts";
import { landingMailJob } from "./landing-mail.ts";
import type { AdLink } from "./link-sql.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Failed checks in a row before the customer is notified: a short outage is no reason for a mail. */
export const failuresToNotify = 3;

/** No submission has this ID. */
const none = 0;

/** Daily; after a failure in an hour, then with growing pauses up to a day. */
export const pauseMs = (failures: number): number =>
  failures === 0 ? dayMs : Math.min(dayMs, hourMs * 4 ** (failures - 1));

type Judged = {
  failures: number;
  /** The registrable domains at the last check and now. */
  before: string | null;
  domain: string | null;
  /** Absent for the campaign's own link. */
  link?: AdLink;
};

/**
 * For a running campaign, a listed host stops its ads until a reviewer decides; another final domain goes to review while
 * they run; the owner is notified of a page that stays unreachable.
 */
export async function actOnLanding(
  ctx: CommandContext,
  row: CampaignRow,
  { outcome, detail }: LandingFinding,
  { failures, before, domain, link }: Judged,
): Promise<void> {
  const { tx, jobs } = ctx;
  const { id } = row;
  const approved = await findApproved(tx, id);
  const from = link === undefined ? "" : `${link.url}: `;
  if (outcome === "malware") {
    if (approved === null) return;
    await replaceApproved(tx, id, none);
    await submitAgain(ctx, row, approved, { code: "landing.listed", value: `${from}${detail}` });
    await publish(tx, await updateCampaignRow(tx, row, {}, ctx.clock.now()));
    await jobs.send(landingMailJob, { campaign: id, kind: outcome, domain });
  } else if (outcome !== "ok") {
    const kind = link === undefined ? outcome : "link";
    if (failures === failuresToNotify) await jobs.send(landingMailJob, { campaign: id, kind, link });
  } else if (before !== null && domain !== before) {
    const last = await findLastReview(tx, id);
    // A submission that waits is reviewed with the page of today.
    if (approved === null || last?.status === "pending") return;
    const value = `${from}${before} → ${domain}`;
    await submitAgain(ctx, row, approved, { code: "landing.moved", value });
    await jobs.send(landingMailJob, { campaign: id, kind: "moved", domain });
  }
}
