import { type Currency, formatMinor, minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import type { Actor } from "@litfass/platform/command/actor";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { findUser } from "../../users/index.ts";
import { guaranteeMail } from "../mails.ts";
import { postedBy } from "../posted-by.ts";
import { jobActor } from "../run-command.ts";
import { creditGuarantee } from "./credit.ts";
import { guaranteedPercent, missingViewable, shortfallMicros, type Visibility } from "./guarantee.ts";
import { postedAmount, spentOnCampaigns } from "./ledger-sql.ts";

export const mailGuaranteeJob = "billing.mail-guarantee";

export type EndedCampaign = Visibility & { campaignId: number; name: string; ownerUid: string; currency: Currency };
/** The mail's values; micros as text, because jobs are stored as JSON. */
export type GuaranteeMail = Omit<EndedCampaign, "currency"> & { currency: Currency; creditMicros: string };

const keyOf = (campaignId: number): string => `campaign:${campaignId}:guarantee`;

/**
 * Credits an ended campaign once for what it missed of the viewability guarantee at its price of a thousand, and mails its owner. Returns the
 * credited micros: 0 if the guarantee was met. Call it after the last measurements have arrived.
 */
export async function creditShortfall(
  tx: Transaction,
  work: Pick<Platform, "clock"> & { jobs: Pick<Platform["jobs"], "send">; actor?: Actor },
  campaign: EndedCampaign,
  cpmMinor: number,
): Promise<bigint> {
  const spent = (await spentOnCampaigns(tx, [campaign.campaignId])).get(campaign.campaignId) ?? 0n;
  const creditMicros = shortfallMicros(campaign, spent, cpmMinor);
  if (creditMicros === 0n) return 0n;
  const before = await guaranteeCreditOf(tx, campaign.campaignId);
  if (before > 0n) return before;
  const by = postedBy({
    actor: work.actor ?? jobActor("campaigns.credit-guarantees"),
    approval: null,
    clock: work.clock,
  });
  const { posted } = await creditGuarantee(tx, {
    ...by,
    ownerUid: campaign.ownerUid,
    currency: campaign.currency,
    amountMicros: creditMicros,
    key: keyOf(campaign.campaignId),
    description: campaign.name,
    details: { ...by.details, campaign: campaign.campaignId },
  });
  const mail: GuaranteeMail = { ...campaign, creditMicros: creditMicros.toString() };
  if (posted) await work.jobs.send(mailGuaranteeJob, mail, { tx, singletonKey: keyOf(campaign.campaignId) });
  return creditMicros;
}

/** The micros credited to a campaign's owner under the guarantee; 0 if none. */
export async function guaranteeCreditOf(db: Executor, campaignId: number): Promise<bigint> {
  return -((await postedAmount(db, keyOf(campaignId), "guarantee")) ?? 0n);
}

/** Mails the credit to the campaign's owner. */
export async function mailGuarantee(platform: Platform, mail: GuaranteeMail): Promise<void> {
  const owner = await findUser(platform.db, mail.ownerUid);
  if (!owner?.email) return;
  const { lang, fullName: recipient } = owner;
  const { campaignId, name, measuredImpressions, viewableImpressions, creditMicros } = mail;
  const content = guaranteeMail(
    { lang, recipient, publicUrl: platform.config.publicUrl },
    {
      campaignId,
      campaign: name,
      rate: Math.floor((viewableImpressions * 100) / measuredImpressions),
      guaranteed: guaranteedPercent,
      missing: formatMinor(missingViewable(mail) * 100).slice(0, -3),
      amount: moneyText(minorOfMicros(BigInt(creditMicros)), mail.currency),
    },
  );
  await sendMail(platform, owner.email, content);
}
