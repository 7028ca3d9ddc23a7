import { checkFeeds } from "./feed/check-feed.ts";
import { checkLandings, landingJob } from "./landing/check-landings.ts";
import { type LandingMailJob, landingMailJob, mailLanding } from "./landing/landing-mail.ts";
import { closeCampaigns } from "./lifecycle/close-campaigns.ts";
import { creditGuarantees, type VisibilityOf } from "./lifecycle/credit-guarantees.ts";
import { drawPictures, pictureJob } from "./lifecycle/draw-pictures.ts";
import { endMailJob, mailEnd, remindOfEnds } from "./lifecycle/remind-of-end.ts";
import { announceDelivery } from "./notices/announce-delivery.ts";
import {
  type FiguresOf,
  mailFirstImpressions,
  mailNearlySpent,
  mailResult,
  mailStarted,
  noticeMailJob,
  resultMailJob,
  startedMailJob,
} from "./notices/notice-mails.ts";
import type { NoticeKind } from "./notices/notice-sql.ts";
import { type AccountLineJob, accountLineJob, reviewAccountLine } from "./review/account-line.ts";
import type { CommandRunner } from "./run-as-job.ts";
import { checkVastTags, vastTagJob } from "./vast-tags/check-vast-tags.ts";
import { mailVastTag, type VastTagMailJob, vastTagMailJob } from "./vast-tags/vast-tag-mail.ts";

export type FigureSources = { visibilityOf: VisibilityOf; figuresOf: FiguresOf };

/** With the delay doubling from 5 s, the last attempt is about a day after the first. */
const mailRetries = 14;

/**
 * Every minute: ends campaigns, releases reservations, and draws pictures of new banners for exchanges. Every ten
 * minutes: credits what ended campaigns missed of the viewability guarantee, and checks landing pages and VAST tags that are due.
 * Every hour: checks feeds, and reminds owners of campaigns that end soon.
 */
export function campaignJobs(runner: CommandRunner, { visibilityOf, figuresOf }: FigureSources): void {
  noticeJobs(runner, figuresOf);
  const { jobs, log } = runner.platform;
  jobs.work("campaigns.close", async () => {
    const { ended, settled } = await closeCampaigns(runner);
    if (ended + settled > 0) log.info({ ended, settled }, "campaigns were closed");
  });
  jobs.schedule("campaigns.close", "* * * * *");
  jobs.work("campaigns.credit-guarantees", async () => {
    const credited = await creditGuarantees(runner, visibilityOf);
    if (credited > 0) log.info({ credited }, "campaigns were credited for the visibility guarantee");
  });
  jobs.schedule("campaigns.credit-guarantees", "4,14,24,34,44,54 * * * *");
  jobs.work("campaigns.feeds", async () => {
    await checkFeeds(runner);
  });
  jobs.schedule("campaigns.feeds", "17 * * * *");
  jobs.work(landingJob, async () => void (await checkLandings(runner)), { expireSeconds: 1800 });
  jobs.schedule(landingJob, "6,16,26,36,46,56 * * * *");
  jobs.work(vastTagJob, async () => void (await checkVastTags(runner)), { expireSeconds: 1800 });
  jobs.schedule(vastTagJob, "8,18,28,38,48,58 * * * *");
  jobs.work<VastTagMailJob>(vastTagMailJob, (mail) => mailVastTag(runner.platform, mail), { retries: mailRetries });
  jobs.work<LandingMailJob>(landingMailJob, (mail) => mailLanding(runner.platform, mail), { retries: mailRetries });
  jobs.work<AccountLineJob>(accountLineJob, async (job) => void (await reviewAccountLine(runner, job)), {
    expireSeconds: 1800,
  });
  jobs.work(pictureJob, async (_data, { signal }) => void (await drawPictures(runner, signal)), { expireSeconds: 600 });
  jobs.schedule(pictureJob, "* * * * *");
  jobs.work<{ campaign: number }>(endMailJob, ({ campaign }) => mailEnd(runner.platform, campaign), {
    retries: mailRetries,
  });
  jobs.work("campaigns.remind-of-ends", async () => {
    const queued = await remindOfEnds(runner);
    if (queued > 0) log.info({ queued }, "advertisers were reminded of the end of campaigns");
  });
  jobs.schedule("campaigns.remind-of-ends", "37 * * * *");
}

/** Mails about a campaign's start, first impressions, nearly spent budget and result; every ten minutes they are looked for. */
function noticeJobs(runner: CommandRunner, figuresOf: FiguresOf): void {
  const { platform } = runner;
  const { jobs, log } = platform;
  const options = { retries: mailRetries };
  jobs.work<{ campaign: number; startedBy: string | null }>(
    startedMailJob,
    ({ campaign, startedBy }) => mailStarted(platform, campaign, startedBy),
    options,
  );
  jobs.work<{ campaign: number; kind: NoticeKind }>(
    noticeMailJob,
    ({ campaign, kind }) =>
      kind === "first_impressions"
        ? mailFirstImpressions(platform, campaign, figuresOf)
        : mailNearlySpent(platform, campaign),
    options,
  );
  jobs.work<{ campaign: number }>(resultMailJob, ({ campaign }) => mailResult(platform, campaign, figuresOf), options);
  jobs.work("campaigns.announce-delivery", async () => {
    const queued = await announceDelivery(runner, figuresOf);
    if (queued > 0) log.info({ queued }, "advertisers were told how their campaigns deliver");
  });
  jobs.schedule("campaigns.announce-delivery", "2,12,22,32,42,52 * * * *");
}
