import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { reportSharingEndpoints } from "@litfass/contract/reporting/report-sharing";
import type { StatisticsFilter } from "@litfass/contract/reporting/statistics";
import { invalid, notFound, tooMany } from "@litfass/platform/problem";
import { verify } from "@node-rs/argon2";
import { openReport } from "../report.ts";
import { callerOf } from "../report-caller.ts";
import { addDays, dayIn } from "../report-period.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { t } from "../texts.ts";
import { countLinkAttempt, countLinkOpened, hashOf, removeExpiredLinks } from "./link-commands.ts";
import { findReportLink } from "./report-link-sql.ts";
import { sharedReport } from "./shared-report.ts";

type Endpoints = typeof reportSharingEndpoints;

const cleanUpJob = "statistics.remove-expired-links";
const keptMs = 30 * 86_400_000;

type OpenedLink = { title: string; expiresAt: Date; caller: Caller; filter: StatisticsFilter };

/**
 * What a link shows, and as whom; counts the call. Throws 404 if it ended or its owner has lost access, 429 for 15
 * minutes after ten wrong passwords, 422 for a wrong one.
 */
export async function openLink(
  { platform, execute, sources }: ReportingContext,
  { token, password }: { token: string; password: string },
  lang: Language,
): Promise<OpenedLink> {
  const { db, clock } = platform;
  const now = clock.now();
  const link = await findReportLink(db, hashOf(token), now);
  if (link === null) throw notFound();
  if (link.lockedUntil && link.lockedUntil > now) {
    throw tooMany((link.lockedUntil.getTime() - now.getTime()) / 1000);
  }
  const count = { actor: { kind: "job", name: "reporting.shared_report" }, input: { id: link.id }, lang } as const;
  await execute(countLinkAttempt, count);
  if (!(await verify(link.passwordHash, password)))
    throw invalid({ password: [t(lang, "sharedReport.wrongPassword")] });
  const caller = await callerOf(db, link.ownerUid);
  if (caller === null) throw notFound();
  await execute(countLinkOpened, count);
  const today = dayIn(await sources.timeZoneOf(caller), now);
  const days =
    link.days === null
      ? { from: link.fromOn ?? today, to: link.toOn ?? today }
      : { from: addDays(today, 1 - link.days), to: today };
  const filter = {
    ...days,
    campaign_ids: link.campaignIds.length > 0 ? link.campaignIds : undefined,
    owner: link.aboutUid ?? undefined,
    sites: link.sites.length > 0 ? link.sites : undefined,
    regions: link.regions.length > 0 ? link.regions : undefined,
  };
  return { title: link.title, expiresAt: link.expiresAt, caller, filter };
}

/** The figures behind a link, as its owner would see them now. Throws like `openLink`. */
export async function openSharedReport(
  context: ReportingContext,
  access: { token: string; password: string },
  lang: Language,
): Promise<CallOutput<Endpoints["openSharedReport"]>> {
  const { platform, sources } = context;
  const { title, expiresAt, caller, filter } = await openLink(context, access, lang);
  const { clickhouse, clock } = platform;
  const report = await openReport({ clickhouse, clock, sources }, caller, filter);
  return { title, expires_at: expiresAt.toISOString(), ...(await sharedReport(report, lang)) };
}

/** Every night: deletes links that ended a month ago. */
export function reportLinkJobs({ platform: { clock, jobs }, execute }: ReportingContext): void {
  jobs.work(cleanUpJob, async () => {
    const input = { before: new Date(clock.now().getTime() - keptMs) };
    await execute(removeExpiredLinks, { actor: { kind: "job", name: cleanUpJob }, input, lang: "en" });
  });
  jobs.schedule(cleanUpJob, "41 3 * * *");
}
