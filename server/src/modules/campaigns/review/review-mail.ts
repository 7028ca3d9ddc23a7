import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { approvedMail, rejectedMail, withdrawnMail } from "../mails.ts";
import { findReview } from "./review-sql.ts";

export const reviewMailJob = "campaigns.review-mail";
/** `isWithdrawn`: the ads were approved and are stopped. */
export type ReviewMailJob = { review: number; isWithdrawn?: true };

/** Mails the decision to the advertiser. @throws if the mail server rejects it, so that the job is retried. */
export async function mailReview(platform: Platform, { review: id, isWithdrawn }: ReviewMailJob): Promise<void> {
  const { db, config } = platform;
  const review = await findReview(db, id);
  const campaign = review && (await campaignRowById(db, review.campaignId));
  const owner = campaign && (await findUser(db, campaign.ownerUid));
  if (!review || !campaign || !owner?.email) return;
  const told = {
    lang: owner.lang,
    recipient: owner.fullName,
    campaign: campaign.name,
    url: `${config.publicUrl}/campaigns/${campaign.id}?step=preview`,
  };
  const rejected = isWithdrawn ? withdrawnMail : rejectedMail;
  await sendMail(platform, owner.email, review.status === "approved" ? approvedMail(told) : rejected(told, review));
}
