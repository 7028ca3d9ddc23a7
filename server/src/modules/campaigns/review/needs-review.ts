import type { Executor } from "@litfass/platform/postgres/postgres";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import { hasOwnFiles, hasThirdPartyTags } from "../../creatives/index.ts";
import { findUser } from "../../users/index.ts";
import { lineOfBusinessOf } from "../line-of-business.ts";
import type { CampaignRow } from "../tables.ts";
import { isAccountReviewed } from "./account-line.ts";
import { countApproved, findApproved, findLastReview } from "./review-sql.ts";

/**
 * Whether a person must approve the initial or changed content of a campaign: by staff's policy, which
 * may name its line of business or that of its account, and always if it shows third-party tags, or if a
 * person has decided on the campaign's creatives before.
 */
export async function needsReview(
  db: Executor,
  row: CampaignRow,
  /** Whether a started campaign leads to another host. */
  { isNewHost = false } = {},
): Promise<boolean> {
  const last = await findLastReview(db, row.id);
  if (last && (last.status === "pending" || last.decidedBy !== null)) return true;
  // What a tag shows is decided elsewhere, so somebody has to know of it, whatever the policy.
  if (await hasThirdPartyTags(db, row.id, row.type)) return true;
  const policy = await findReviewPolicy(db);
  if (policy.destination_changes && isNewHost) return true;
  const hasTrackers = row.impressionTrackers.length > 0 || row.verificationScripts.length > 0;
  const isMadeElsewhere =
    row.type !== "display" || row.feedUrl !== null || hasTrackers || (await hasOwnFiles(db, row.id));
  if (policy.own_files && isMadeElsewhere) return true;
  const line = lineOfBusinessOf(row);
  if (line !== null && policy.reviewed_lines.includes(line)) return true;
  const owner = await findUser(db, row.ownerUid);
  if (isAccountReviewed(policy, owner?.lineOfBusiness ?? null)) return true;
  if (policy.first_campaigns === 0) return false;
  const approved = (await countApproved(db, [row.ownerUid])).get(row.ownerUid) ?? 0;
  // A running campaign counts as one of the approved ones.
  const others = (await findApproved(db, row.id)) ? approved - 1 : approved;
  return others < policy.first_campaigns;
}
