import { reviewReasons } from "@litfass/contract/campaigns/review-reasons";
import type { Language } from "@litfass/contract/kernel/messages";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { t } from "../texts.ts";
import { findReview } from "./review-sql.ts";
import type { ReviewRow } from "./review-tables.ts";

export const reviewMailJob = "campaigns.review-mail";

/** Mails the decision to the advertiser. @throws where the mail server does not take it: the job is tried again. */
export async function mailReview({ db, mailer, config }: Platform, id: number): Promise<void> {
  const review = await findReview(db, id);
  const campaign = review && (await campaignRowById(db, review.campaignId));
  const owner = campaign && (await findUser(db, campaign.ownerUid));
  if (!review || !campaign || !owner?.email) return;
  const link = `${config.publicUrl}/campaigns/${campaign.id}?step=preview`;
  const { subject, paragraphs } = reviewMail(review, campaign.name, owner.lang === "de" ? "de" : "en");
  await mailer.send({ to: owner.email, subject, text: [...paragraphs, link].join("\n\n") });
}

function reviewMail({ status, reasons, note }: ReviewRow, campaign: string, lang: Language) {
  if (status === "approved") {
    return {
      subject: t(lang, "mail.approved.subject", { campaign }),
      paragraphs: [t(lang, "mail.hello"), t(lang, "mail.approved.text", { campaign })],
    };
  }
  const list = reasons.map((code) => `- ${reviewReasons[code][lang].join(". ")}`).join("\n");
  return {
    subject: t(lang, "mail.rejected.subject", { campaign }),
    paragraphs: [
      t(lang, "mail.hello"),
      t(lang, "mail.rejected.text", { campaign }),
      list,
      ...(note ? [t(lang, "mail.rejected.note", { note })] : []),
      t(lang, "mail.rejected.next"),
    ],
  };
}
