import type { Platform } from "@litfass/platform/platform";
import { listLiveSince } from "../../spend/index.ts";
import { findUser } from "../../users/index.ts";
import { claimSilenceMail, listDelivering, replaceSilences } from "./silence-sql.ts";

const watchJob = "statistics.watch-silence";
const mailJob = "statistics.mail-silence";
const hourMs = 3_600_000;

type SilenceMail = { campaignId: number; ownerUid: string; name: string };

/** Every quarter of an hour: which active campaigns show nothing; their owners are told once. */
export function silenceJobs(platform: Platform): void {
  platform.jobs.work(watchJob, () => watchSilence(platform));
  platform.jobs.schedule(watchJob, "*/15 * * * *");
  platform.jobs.work<SilenceMail>(mailJob, (mail) => mailSilence(platform, mail));
}

/** Notes the campaigns that delivery has had for `SILENCE_ALERT_HOURS` without a single counted impression. */
export async function watchSilence({ db, clickhouse, clock, config, jobs }: Platform): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - config.silenceAlertHours * hourMs);
  const live = await listLiveSince(db, since, now);
  const delivering = await listDelivering(clickhouse, since);
  const silent = live.filter(({ campaignId }) => !delivering.has(campaignId));
  await db.transaction(async (tx) => {
    const isNew = new Set(
      await replaceSilences(
        tx,
        silent.map(({ campaignId, ownerUid }) => ({ campaignId, ownerUid, silentSince: since })),
      ),
    );
    for (const { campaignId, ownerUid, name } of silent) {
      if (!isNew.has(campaignId)) continue;
      await jobs.send(mailJob, { campaignId, ownerUid, name }, { tx, singletonKey: String(campaignId) });
    }
  });
}

/** Throws where the mail server does not take it: then it is not marked as sent and the job tries again. */
async function mailSilence({ db, clock, config, mailer }: Platform, mail: SilenceMail): Promise<void> {
  const owner = await findUser(db, mail.ownerUid);
  const to = owner?.email;
  if (!to) return;
  await db.transaction(async (tx) => {
    if (!(await claimSilenceMail(tx, mail.campaignId, clock.now()))) return;
    const link = `${config.publicUrl}/dashboard?campaign=${mail.campaignId}`;
    await mailer.send({ to, ...textsOf(owner.lang === "de" ? "de" : "en", mail.name, config.silenceAlertHours, link) });
  });
}

function textsOf(lang: "en" | "de", name: string, hours: number, link: string): { subject: string; text: string } {
  if (lang === "de") {
    return {
      subject: `«${name}» wird nicht ausgeliefert`,
      text: [
        "Guten Tag",
        `Ihre Kampagne «${name}» ist aktiv, wurde aber seit ${hours} Stunden nicht eingeblendet. Es wird Ihnen nichts belastet.`,
        `Woran es liegt und was hilft, steht im Bericht: ${link}`,
      ].join("\n\n"),
    };
  }
  return {
    subject: `“${name}” is not delivering`,
    text: [
      "Hello",
      `Your campaign “${name}” is active but was not shown for ${hours} hours. You are not charged for this.`,
      `Its report says why, and what would help: ${link}`,
    ].join("\n\n"),
  };
}
