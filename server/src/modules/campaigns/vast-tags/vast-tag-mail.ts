import { message } from "@litfass/contract/kernel/messages";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { type VastTagProblem, vastTagMail } from "../mails.ts";
import type { ReviewCause } from "../review/review-tables.ts";

export const vastTagMailJob = "campaigns.vast-tag-mail";
export type VastTagMailJob = { campaign: number; kind: VastTagProblem; cause: ReviewCause };

/** Mails the owner about the VAST tag. @throws if the mail server rejects it, so that the job is retried. */
export async function mailVastTag(platform: Platform, { campaign: id, kind, cause }: VastTagMailJob): Promise<void> {
  const { db, config } = platform;
  const campaign = await campaignRowById(db, id);
  const owner = campaign && (await findUser(db, campaign.ownerUid));
  if (!campaign || !owner?.email) return;
  const { lang } = owner;
  const url = `${config.publicUrl}/campaigns/${id}?step=video`;
  const told = { lang, recipient: owner.fullName, campaign: campaign.name, url };
  // The mail ends the sentence.
  const found = message(cause.code, lang, { value: cause.value }).replace(/\.$/, "");
  await sendMail(platform, owner.email, vastTagMail(told, { kind, found }));
}
