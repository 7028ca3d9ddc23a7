import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import type { CampaignRow } from "../tables.ts";
import { landingPageChecker } from "./check-landing-page.ts";
import { listDueLandings, listLandingChecks } from "./landing-sql.ts";
import { malwareHosts } from "./malware-hosts.ts";
import { recordLanding } from "./record-landing.ts";

export const landingJob = "campaigns.check-landings";
const maxPerRun = 200;
const concurrency = 4;
const freshMs = 10 * 60_000;

const checkerOf = async ({ platform }: CommandRunner) =>
  landingPageChecker(platform.egress, await malwareHosts(platform));

/** Checks the landing pages of running campaigns that are due. @returns their number. */
export async function checkLandings(runner: CommandRunner): Promise<number> {
  const { db, clock, config } = runner.platform;
  if (!config.checksLandingPages) return 0;
  const check = await checkerOf(runner);
  const due = await listDueLandings(db, clock.now(), maxPerRun);
  const waiting = [...due];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id, destinationUrl: url } = next;
      // Network access happens before the transaction.
      const finding = await check(url);
      await runAsJob(runner, landingJob, recordLanding, { id, url, finding });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return due.length;
}

/**
 * Checks the landing page of a campaign that is about to start, unless it was fine within ten minutes. A page that only does
 * not answer keeps nobody from starting.
 */
export async function checkLandingNow(
  runner: CommandRunner,
  { id, destinationUrl: url }: Pick<CampaignRow, "id" | "destinationUrl">,
): Promise<void> {
  const { db, clock, config } = runner.platform;
  if (url === null || !config.checksLandingPages) return;
  const known = (await listLandingChecks(db, [id])).get(id);
  const isFresh = known && clock.now().getTime() - known.checkedAt.getTime() < freshMs;
  if (isFresh && known.url === url && known.outcome === "ok") return;
  const finding = await (await checkerOf(runner))(url);
  if (!finding.isCertain) return;
  await runAsJob(runner, landingJob, recordLanding, { id, url, finding });
}
