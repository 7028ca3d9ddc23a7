import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { tagLinksOf, withPictures } from "../../creatives/index.ts";
import { publishCampaign, withdrawCampaign } from "../../spend/index.ts";
import { selectedDeals } from "../../supply/deals/index.ts";
import { selectedLists } from "../../targeting/index.ts";
import { findUser } from "../../users/index.ts";
import { periodOf } from "../campaign-sql.ts";
import { shownCreatives } from "../feed/feed-items.ts";
import { adLinksOf } from "../landing/ad-links.ts";
import { replaceLinks } from "../landing/link-sql.ts";
import { cpmOf } from "../price.ts";
import { deliveredUrl } from "../review/delivered-url.ts";
import { findApproved } from "../review/review-sql.ts";
import type { CampaignRow } from "../tables.ts";
import { snapshotOf } from "./snapshot.ts";

/**
 * Tells delivery the campaign's present state: running with approved creatives it gets a snapshot, else it is withdrawn.
 * What is left of the budget is spread evenly from `now` until the end.
 */
export async function publish(tx: WriteTransaction, row: CampaignRow, now?: Date): Promise<void> {
  const approved = row.status === "ACTIVE" ? await findApproved(tx, row.id) : null;
  if (approved === null) {
    await withdrawCampaign(tx, row.id, row.version);
    return;
  }
  const period = await periodOf(tx, row);
  const creatives = await withPictures(tx, await shownCreatives(tx, row, approved));
  const owner = await findUser(tx, row.ownerUid);
  const advertiserName = owner?.companyName || owner?.fullName || "";
  const lists = await selectedLists(tx, row.targeting);
  const deals = await selectedDeals(tx, row.targeting, row.ownerUid);
  const destinationUrl = deliveredUrl(row, approved);
  const cpmMinor = cpmOf(row, await findPrices(tx));
  const usualLanguage = owner?.lang ?? "en";
  const parts = { ...period, advertiserName, usualLanguage, cpmMinor, creatives, deals, ...lists };
  const { impressionTrackers, verificationScripts } = approved;
  const snapshot = snapshotOf({ ...row, destinationUrl, impressionTrackers, verificationScripts }, parts);
  await replaceLinks(tx, row.id, adLinksOf(row, snapshot, await tagLinksOf(tx, snapshot.creatives)), row.updatedAt);
  await publishCampaign(tx, snapshot, now);
}
