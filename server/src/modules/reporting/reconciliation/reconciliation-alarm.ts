import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { findUser, listByRole } from "../../users/index.ts";
import type { Difference, TieOut } from "./reconciliation.ts";

const mailJob = "statistics.mail-tie-out";
const mostNamed = 20;

type Alarm = { uid: string; differences: Difference[] };

/** One mail for each of those who look after the installation, in the transaction that keeps the comparison. */
export async function sendAlarm({ jobs, random }: Platform, tx: Transaction, { differences }: TieOut): Promise<void> {
  const run = random.id();
  for (const { uid } of await listByRole(tx, ["super_admin", "admin", "tech_admin"])) {
    const alarm: Alarm = { uid, differences: differences.slice(0, mostNamed) };
    await jobs.send(mailJob, alarm, { tx, singletonKey: `${run}:${uid}` });
  }
}

/** Throws where the mail server does not take it, so that the job tries again. */
export function alarmJob({ jobs, db, mailer, config }: Platform): void {
  jobs.work<Alarm>(mailJob, async ({ uid, differences }) => {
    const user = await findUser(db, uid);
    if (!user?.email) return;
    await mailer.send({ to: user.email, ...textsOf(user.lang, differences, `${config.publicUrl}/dashboard`) });
  });
}

const amount = (micros: string): string => formatMinor(minorOfMicros(BigInt(micros)));
const sources = {
  en: { panels: "panels", budgets: "budgets", ledger: "ledger" },
  de: { panels: "Auswertungen", budgets: "Budgets", ledger: "Hauptbuch" },
};

function textsOf(lang: "en" | "de", differences: Difference[], link: string): { subject: string; text: string } {
  if (lang === "de") {
    const lines = differences.map(
      (each) =>
        `Kampagne ${each.campaign_id}: ${sources.de[each.source]} ${amount(each.found_micros)}, Ereignisse ${amount(each.events_micros)}`,
    );
    return {
      subject: "Auswertungen, Ereignisse und Hauptbuch stimmen nicht überein",
      text: [
        "Guten Tag",
        "Der nächtliche Vergleich hat Unterschiede gefunden. Bis er wieder aufgeht, erhalten Sie keine weitere Nachricht.",
        lines.join("\n"),
        `Seit wann, steht in der Übersicht: ${link}`,
      ].join("\n\n"),
    };
  }
  const lines = differences.map(
    (each) =>
      `Campaign ${each.campaign_id}: ${sources.en[each.source]} ${amount(each.found_micros)}, events ${amount(each.events_micros)}`,
  );
  return {
    subject: "Panels, events and ledger do not agree",
    text: [
      "Hello",
      "The nightly comparison found differences. You will not be told again until it has agreed once more.",
      lines.join("\n"),
      `The dashboard says since when: ${link}`,
    ].join("\n\n"),
  };
}
