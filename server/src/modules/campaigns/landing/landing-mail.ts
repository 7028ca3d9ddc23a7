import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { hostOf } from "../destination.ts";
import { type LandingProblem, landingMail } from "../mails.ts";
import { listLandingChecks } from "./landing-sql.ts";
import type { AdLink } from "./link-sql.ts";

export const landingMailJob = "campaigns.landing-mail";
/** `link`: of single ads, for `kind` "link". `domain`: where it leads now. */
export type LandingMailJob = {
  campaign: number;
  kind: LandingProblem;
  link?: AdLink | undefined;
  domain?: string | null | undefined;
};

/** Mails the owner about the landing page. @throws if the mail server rejects it, so that the job is retried. */
export async function mailLanding(
  platform: Platform,
  { campaign: id, kind, link, domain: found }: LandingMailJob,
): Promise<void> {
  const { db, config } = platform;
  const campaign = await campaignRowById(db, id);
  const owner = campaign && (await findUser(db, campaign.ownerUid));
  if (!campaign || !owner?.email) return;
  // Jobs of the last release have no domain.
  const domain = found ?? (await listLandingChecks(db, [id])).get(id)?.domain ?? "";
  const url = `${config.publicUrl}/campaigns/${id}?step=link`;
  const told = { lang: owner.lang, recipient: owner.fullName, campaign: campaign.name, url };
  await sendMail(
    platform,
    owner.email,
    landingMail(told, { kind, host: hostOf(campaign.destinationUrl), domain, link }),
  );
}
