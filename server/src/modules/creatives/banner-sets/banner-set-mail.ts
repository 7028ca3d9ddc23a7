import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { findUser } from "../../users/index.ts";
import type { BannerSetRow } from "../tables.ts";
import { findBannerSetById, type ListedBannerSet, listDesigners } from "./banner-set-sql.ts";

export const bannerSetMailJob = "creatives.banner-set-mail";

type SetMail = { set: number; to: string };

/** The mails about custom banner sets. */
export function bannerSetJobs(platform: Platform): void {
  platform.jobs.work<SetMail>(bannerSetMailJob, (data) => mailBannerSet(platform, data));
}

/**
 * Tells what became of a set as soon as the transaction is done: who designs, of an order; its customer, of a delivery or
 * a cancellation. Each reader has a job of their own, so that a mail that fails is tried again alone.
 */
export async function tellOfBannerSet(
  { jobs }: Pick<Platform, "jobs">,
  tx: Transaction,
  { id, status, ownerUid }: Pick<BannerSetRow, "id" | "status" | "ownerUid">,
): Promise<void> {
  if (status === "in_work") return;
  const readers = status === "ordered" ? await listDesigners(tx) : [ownerUid];
  for (const to of readers) {
    const data: SetMail = { set: id, to };
    await jobs.send(bannerSetMailJob, data, { tx, singletonKey: `${id}:${status}:${to}` });
  }
}

/** @throws where the mail server does not take it: tried again. */
async function mailBannerSet({ db, mailer, config }: Platform, { set: id, to }: SetMail): Promise<void> {
  const set = await findBannerSetById(db, id);
  const reader = await findUser(db, to);
  if (!set || !reader?.email) return;
  const { subject, lines } = textsOf(set, to === set.ownerUid, reader.lang === "de");
  await mailer.send({ to: reader.email, subject, text: [...lines, `${config.publicUrl}/banner-sets`].join("\n\n") });
}

type Texts = { subject: string; lines: string[] };

/** What is said depends on the reader and on how the set stands when the mail goes out. */
function textsOf(set: ListedBannerSet, isOwner: boolean, isGerman: boolean): Texts {
  if (!isOwner) return isGerman ? orderedInGerman(set) : ordered(set);
  if (set.status === "cancelled") return isGerman ? cancelledInGerman : cancelled;
  return isGerman ? deliveredInGerman : delivered;
}

const ordered = ({ userName, wishes }: ListedBannerSet): Texts => ({
  subject: `Banner set ordered: ${userName}`,
  lines: ["Hello", `${userName} has ordered a custom banner set. The wishes:`, wishes],
});
const orderedInGerman = ({ userName, wishes }: ListedBannerSet): Texts => ({
  subject: `Banner-Set bestellt: ${userName}`,
  lines: ["Guten Tag", `${userName} hat ein individuelles Banner-Set bestellt. Die Wünsche:`, wishes],
});
const delivered: Texts = {
  subject: "Your banner set is ready",
  lines: ["Hello", "Your custom banner set is ready. You find it among the templates of your campaigns."],
};
const deliveredInGerman: Texts = {
  subject: "Ihr Banner-Set ist bereit",
  lines: ["Guten Tag", "Ihr individuelles Banner-Set ist bereit. Sie finden es bei den Vorlagen Ihrer Kampagnen."],
};
const cancelled: Texts = {
  subject: "Your banner set was cancelled",
  lines: ["Hello", "Your order of a custom banner set was cancelled. Nothing is charged for it."],
};
const cancelledInGerman: Texts = {
  subject: "Ihr Banner-Set wurde storniert",
  lines: [
    "Guten Tag",
    "Ihre Bestellung eines individuellen Banner-Sets wurde storniert. Es wird nichts dafür verrechnet.",
  ],
};
