import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../users/index.ts";
import { addedMail } from "./mails.ts";
import { todayOf } from "./publisher-access.ts";
import { findPublisher } from "./publisher-sql.ts";

export const mailAddedJob = "publishers.mail-added";

/** Tells a user about its new publisher. @throws if the mail server rejects it, so that the job is retried */
export async function mailAdded(platform: Platform, publisherId: number): Promise<void> {
  const publisher = await findPublisher(platform.db, publisherId, todayOf(platform.clock.now()));
  if (publisher === null) return;
  const owner = await findUser(platform.db, publisher.ownerUid);
  if (!owner?.email) return;
  const { name, sharePercent: percent } = publisher;
  const { publicUrl } = platform.config;
  await sendMail(platform, owner.email, addedMail(owner.lang, { recipient: owner.fullName, name, percent, publicUrl }));
}
