import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database, Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid } from "@litfass/platform/problem";
import { hasOwnFiles, publishCampaignVideo, renderCampaignCreatives } from "../../creatives/index.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { fedItems } from "../feed/feed-items.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { readinessOf } from "../lifecycle/campaign-readiness.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { countApproved, findApproved, findLastReview, findPolicy, insertReview, replacePending } from "./review-sql.ts";
import type { ReviewRow } from "./review-tables.ts";

/**
 * Whether what a campaign starts with, or changes to, is looked at before it runs: by the policy that staff set, and
 * always where a person approved or rejected the campaign's banners before.
 */
export async function needsReview(db: Executor, row: CampaignRow): Promise<boolean> {
  const last = await findLastReview(db, row.id);
  if (last && (last.status === "pending" || last.decidedBy !== null)) return true;
  const policy = await findPolicy(db);
  const isMadeElsewhere = row.type === "video" || row.feedUrl !== null || (await hasOwnFiles(db, row.id));
  if (policy.own_files && isMadeElsewhere) return true;
  if (policy.first_campaigns === 0) return false;
  const approved = (await countApproved(db, [row.ownerUid])).get(row.ownerUid) ?? 0;
  // A campaign that runs was counted itself.
  const before = (await findApproved(db, row.id)) ? approved - 1 : approved;
  return before < policy.first_campaigns;
}

/** Keeps what a campaign starts with or changes to: for review, or approved at once where nobody needs to look. */
export async function handIn(
  tx: Transaction,
  row: CampaignRow,
  kind: "start" | "change",
  now: Date,
): Promise<ReviewRow> {
  const held = await needsReview(tx, row);
  const creatives = await creativesOf(tx, row, held, now);
  await replacePending(tx, row.id, now);
  return insertReview(tx, {
    campaignId: row.id,
    ownerUid: row.ownerUid,
    kind,
    status: held ? "pending" : "approved",
    creatives,
    destinationUrl: row.destinationUrl ?? "",
    submittedAt: now,
    decidedAt: held ? null : now,
  });
}

/** The finished banners or the video of a campaign, as its snapshot names them. Held ones are not served yet. */
export async function creativesOf(
  tx: Transaction,
  row: CampaignRow,
  held: boolean,
  now: Date,
): Promise<SnapshotCreative[]> {
  if (row.type === "video") return publishCampaignVideo(tx, row.id, { held });
  return renderCampaignCreatives(tx, row.id, { held, items: await fedItems(tx, row, now) });
}

/**
 * Hands in the changed banners of a started campaign. What is approved goes on running until they are, too.
 * @throws 409 for a campaign that has not started or is over, 422 where something is not filled in.
 */
export async function handInChanges(
  db: Database,
  caller: Caller,
  id: number,
  now: Date,
  lang: "en" | "de",
): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, id);
    if (row.status !== "ACTIVE" && row.status !== "PAUSED") throw conflict("campaign_not_started");
    const missing = await readinessOf(tx, row, now, lang);
    const own = missing.filter(({ step }) => step === "template" || step === "customise");
    if (own.length > 0) throw invalid({ campaign: own.map(({ message }) => message) });
    await handIn(tx, row, "change", now);
    const changed = await updateCampaignRow(tx, row.id, {}, now);
    await publish(tx, changed);
    return changed;
  });
}

/** Asks for a second look at rejected banners. @throws 409 where nothing was rejected, or the appeal was. */
export async function appeal(db: Database, caller: Caller, id: number, text: string, now: Date): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, id);
    const last = await findLastReview(tx, row.id);
    if (!last || !mayAppeal(row, last)) throw conflict("nothing_to_appeal");
    const { campaignId, ownerUid, creatives, destinationUrl } = last;
    await insertReview(tx, {
      ...{ campaignId, ownerUid, creatives, destinationUrl },
      ...{ kind: "appeal", status: "pending", appeal: text, submittedAt: now },
    });
    return row;
  });
}

export const mayAppeal = (row: Pick<CampaignRow, "status">, last: ReviewRow): boolean =>
  last.status === "rejected" && last.kind !== "appeal" && (row.status === "ACTIVE" || row.status === "PAUSED");
