import { sendMail } from "@litfass/platform/mail/send-mail";
import { listLiveSince } from "../../spend/index.ts";
import { findUser } from "../../users/index.ts";
import { silenceMail } from "../mails.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { noteSilenceMailed, noteSilences, silenceMailJob } from "./silence-commands.ts";
import { isMailDue, listDelivering } from "./silence-sql.ts";

const watchJob = "statistics.watch-silence";
const hourMs = 3_600_000;

type SilenceMail = { campaignId: number; ownerUid: string; name: string };
type Context = Omit<ReportingContext, "sources">;

/** Every 15 minutes: finds active campaigns without impressions and mails their owners once. */
export function silenceJobs(context: Context): void {
  const { jobs } = context.platform;
  jobs.work(watchJob, () => watchSilence(context));
  jobs.schedule(watchJob, "*/15 * * * *");
  jobs.work<SilenceMail>(silenceMailJob, (mail) => mailSilence(context, mail));
}

/** Records the campaigns that delivery has had for `SILENCE_ALERT_HOURS` without a counted impression. */
export async function watchSilence({ platform, execute }: Context): Promise<void> {
  const { db, clickhouse, clock, config } = platform;
  const now = clock.now();
  const silentSince = new Date(now.getTime() - config.silenceAlertHours * hourMs);
  const live = await listLiveSince(db, silentSince, now);
  const delivering = await listDelivering(clickhouse, silentSince);
  const silences = live
    .filter(({ campaignId }) => !delivering.has(campaignId))
    .map(({ campaignId, ownerUid, name }) => ({ campaignId, ownerUid, name, silentSince }));
  await execute(noteSilences, { actor: { kind: "job", name: watchJob }, input: { silences }, lang: "en" });
}

/** @throws Error if the mail server rejects it: the mail is not recorded as sent and the job retries. */
async function mailSilence({ platform, execute }: Context, { campaignId, ownerUid, name }: SilenceMail): Promise<void> {
  const { db, config } = platform;
  const owner = await findUser(db, ownerUid);
  if (!owner?.email || !(await isMailDue(db, campaignId))) return;
  const { lang, email, fullName: recipient } = owner;
  const url = `${config.publicUrl}/campaigns/${campaignId}/report`;
  await sendMail(
    platform,
    email,
    silenceMail(lang, { recipient, campaign: name, hours: config.silenceAlertHours, url }),
  );
  await execute(noteSilenceMailed, { actor: { kind: "job", name: silenceMailJob }, input: { campaignId }, lang });
}
