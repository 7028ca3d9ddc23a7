import type { CommandContext } from "@litfass/platform/command/command";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { bannerSetMail } from "../mails.ts";
import type { BannerSetRow } from "../tables.ts";
import { findBannerSetById, listDesigners } from "./banner-set-sql.ts";

export const bannerSetMailJob = "creatives.banner-set-mail";

type SetMail = { set: number; to: string };

/** The mails about custom banner sets. */
export function bannerSetJobs(platform: Platform): void {
  platform.jobs.work<SetMail>(bannerSetMailJob, (data) => mailBannerSet(platform, data));
}

/**
 * Mails a set's change after the command has committed: designers about an order, the customer about a delivery or
 * cancellation. One job per recipient, so that each mail is retried on its own.
 */
export async function mailAboutBannerSet(
  { tx, jobs }: CommandContext,
  { id, status, ownerUid }: Pick<BannerSetRow, "id" | "status" | "ownerUid">,
): Promise<void> {
  if (status === "in_work") return;
  const readers = status === "ordered" ? await listDesigners(tx) : [ownerUid];
  for (const to of readers) {
    const data: SetMail = { set: id, to };
    await jobs.send(bannerSetMailJob, data, { singletonKey: `${id}:${status}:${to}` });
  }
}

/** @throws if the mail server rejects it, so that the job is retried. */
async function mailBannerSet(platform: Platform, { set: id, to }: SetMail): Promise<void> {
  const { db, config } = platform;
  const set = await findBannerSetById(db, id);
  const reader = await findUser(db, to);
  if (!set || !reader?.email) return;
  // Customers are mailed the status at the time of sending, designers only the order.
  const event = to !== set.ownerUid ? "ordered" : set.status === "cancelled" ? "cancelled" : "delivered";
  const { lang, fullName: recipient } = reader;
  const { userName: customer, brief } = set;
  const content = bannerSetMail(lang, { event, recipient, customer, brief, publicUrl: config.publicUrl });
  await sendMail(platform, reader.email, content);
}
