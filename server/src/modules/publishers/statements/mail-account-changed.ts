import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { accountChangedMail } from "../mails.ts";
import { todayOf } from "../publisher-access.ts";
import { findPublisher } from "../publisher-sql.ts";

export const mailAccountChangedJob = "publishers.mail-account-changed";

/** The last digits, by which the owner recognizes the account; the queue stores no more of it. */
export type AccountChange = { publisher: number; lastDigits: string };

/** Tells the owner of a publisher that payouts go to another account. @throws if the mail server rejects it, for a retry */
export async function mailAccountChanged(platform: Platform, { publisher: id, lastDigits }: AccountChange) {
  const publisher = await findPublisher(platform.db, id, todayOf(platform.clock.now()));
  if (publisher === null) return;
  const owner = await findUser(platform.db, publisher.ownerUid);
  if (!owner?.email) return;
  const { publicUrl } = platform.config;
  const told = { recipient: owner.fullName, name: publisher.name, lastDigits, publicUrl };
  await sendMail(platform, owner.email, accountChangedMail(owner.lang, told));
}
