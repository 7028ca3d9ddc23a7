import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import { spentOnCampaigns } from "../../billing/index.ts";
import { findUser } from "../../users/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { listEndingUntold, noteReminded } from "./campaign-reminder-sql.ts";
import { isNearEnd, nearEndDays } from "./near-end.ts";

export const endMailJob = "campaigns.end-mail";

const dayMs = 86_400_000;
const atOnce = 500;
/** Far enough for every time zone: the exact day is asked of each campaign. */
const lastDay = (now: Date): string => todayIn(new Date(now.getTime() + (nearEndDays + 1) * dayMs), "UTC");

/** Mails owners whose campaign is near its end, once for each end. Answers how many mails were ordered. */
export async function remindOfEnds({ db, clock, jobs }: Platform): Promise<number> {
  const now = clock.now();
  let sent = 0;
  for (const id of await listEndingUntold(db, lastDay(now), atOnce)) {
    await db.transaction(async (tx) => {
      const row = await campaignRowById(tx, id, "for update");
      if (!row || !isNearEnd(row, now) || !(await noteReminded(tx, id, row.endOn, now))) return;
      await jobs.send(endMailJob, { campaign: id }, { tx });
      sent += 1;
    });
  }
  return sent;
}

/** Tells the advertiser. @throws where the mail server does not take it: tried again. */
export async function mailEnd({ db, mailer, config }: Platform, id: number): Promise<void> {
  const row = await campaignRowById(db, id);
  const owner = row && (await findUser(db, row.ownerUid));
  if (!row?.endOn || !owner?.email) return;
  const spent = (await spentOnCampaigns(db, [id])).get(id) ?? 0n;
  const left = (row.totalBudgetMicros ?? 0n) - spent;
  const money = (micros: bigint) => `${row.currency} ${formatMinor(minorOfMicros(micros))}`;
  const mail = (owner.lang === "de" ? german : english)(row, money(spent), money(left));
  const link = `${config.publicUrl}/campaigns/${id}?step=budget`;
  await mailer.send({ to: owner.email, subject: mail.subject, text: [...mail.lines, link].join("\n\n") });
}

type Mail = { subject: string; lines: string[] };
const dayOf = ({ endOn }: CampaignRow): string => (endOn ?? "").split("-").reverse().join(".");

const english = (row: CampaignRow, spent: string, left: string): Mail => ({
  subject: `Ends on ${dayOf(row)}: ${row.name}`,
  lines: [
    "Hello",
    `Your campaign "${row.name}" runs until ${dayOf(row)}. It has used ${spent}; what is left of its budget then, now ${left}, comes back to your balance.`,
    "If it is to go on, move its last day:",
  ],
});

const german = (row: CampaignRow, spent: string, left: string): Mail => ({
  subject: `Endet am ${dayOf(row)}: ${row.name}`,
  lines: [
    "Guten Tag",
    `Ihre Kampagne «${row.name}» läuft bis zum ${dayOf(row)}. Sie hat ${spent} verbraucht; was dann von ihrem Budget übrig ist, zurzeit ${left}, kommt auf Ihr Guthaben zurück.`,
    "Soll sie weiterlaufen, verschieben Sie den letzten Tag:",
  ],
});
