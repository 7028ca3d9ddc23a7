import { inGroupsOfFour } from "@litfass/contract/kernel/iban";
import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { causeOf } from "@litfass/contract/publishers/payout-returns";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { payoutReturnedMail } from "../mails.ts";
import { findPayout } from "./payout-sql.ts";

export const mailReturnedJob = "publishers.mail-payout-returned";

/** Tells a publisher that a payout came back. @throws if the mail server rejects it, so that the job is retried */
export async function mailReturned(platform: Platform, payoutId: number): Promise<void> {
  const { db, config } = platform;
  const payout = await findPayout(db, payoutId);
  if (payout === null) return;
  const owner = await findUser(db, payout.ownerUid);
  if (!owner?.email) return;
  const { number, currency, amountMicros, payee, reasonCode, publisherName } = payout;
  const mail = payoutReturnedMail(owner.lang, {
    recipient: owner.fullName,
    name: publisherName,
    number,
    amount: moneyText(minorOfMicros(amountMicros), currency),
    account: inGroupsOfFour(payee.iban),
    cause: causeOf(reasonCode),
    code: reasonCode,
    publicUrl: config.publicUrl,
  });
  await sendMail(platform, owner.email, mail);
}
