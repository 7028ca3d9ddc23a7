import { draftTagLinks } from "../../creatives/index.ts";
import { feedItemsOf } from "../feed/feed-items.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import type { CampaignRow } from "../tables.ts";
import { type LandingFinding, landingPageChecker } from "./check-landing-page.ts";
import { listDueLandings, listLandingChecks } from "./landing-sql.ts";
import { listDueLinks, listLinks } from "./link-sql.ts";
import { malwareHosts } from "./malware-hosts.ts";
import { recordLanding } from "./record-landing.ts";
import { recordDraftLinks, recordLink } from "./record-link.ts";

export const landingJob = "campaigns.check-landings";
const maxPerRun = 200;
const concurrency = 4;
const freshMs = 10 * 60_000;

type Check = (url: string) => Promise<LandingFinding>;

/** Opens each address once, however many ads lead there. */
async function checkerOf({ platform }: CommandRunner): Promise<Check> {
  const check = landingPageChecker(platform.egress, await malwareHosts(platform));
  const found = new Map<string, Promise<LandingFinding>>();
  return (url) => {
    const known = found.get(url) ?? check(url);
    found.set(url, known);
    return known;
  };
}

/** Handles items, four at a time. */
async function inTurns<Item>(items: readonly Item[], handle: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await handle(next);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Checks where ads of running campaigns lead, as far as it is due. @returns the number of links. */
export async function checkLandings(runner: CommandRunner): Promise<number> {
  const { db, clock, config } = runner.platform;
  if (!config.checksLandingPages) return 0;
  const check = await checkerOf(runner);
  // Network access happens before the transactions.
  const due = await listDueLandings(db, clock.now(), maxPerRun);
  await inTurns(due, async ({ id, destinationUrl: url }) =>
    runAsJob(runner, landingJob, recordLanding, { id, url, finding: await check(url) }),
  );
  const links = await listDueLinks(db, clock.now(), maxPerRun);
  await inTurns(links, async ({ id, url }) =>
    runAsJob(runner, landingJob, recordLink, { id, url, finding: await check(url) }),
  );
  return due.length + links.length;
}

/**
 * Checks the landing page of a campaign that is about to start, unless it was fine within ten minutes, and those of its
 * products and third-party tags. A page that only does not respond does not prevent the start.
 */
export async function checkLandingNow(
  runner: CommandRunner,
  row: Pick<CampaignRow, "id" | "destinationUrl" | "feedUrl">,
): Promise<void> {
  const { db, clock, config } = runner.platform;
  const { id, destinationUrl: url } = row;
  if (url === null || !config.checksLandingPages) return;
  const check = await checkerOf(runner);
  await checkAdLinks(runner, row, check);
  const known = (await listLandingChecks(db, [id])).get(id);
  const isFresh = known && clock.now().getTime() - known.checkedAt.getTime() < freshMs;
  if (isFresh && known.url === url && known.outcome === "ok") return;
  const finding = await check(url);
  if (!finding.isCertain) return;
  await runAsJob(runner, landingJob, recordLanding, { id, url, finding });
}

async function checkAdLinks(
  runner: CommandRunner,
  row: Pick<CampaignRow, "id" | "destinationUrl" | "feedUrl">,
  check: Check,
): Promise<void> {
  const { db, clock } = runner.platform;
  const items = await feedItemsOf(db, row, clock.now());
  const links = [...items.flatMap(({ link }) => link ?? []), ...(await draftTagLinks(db, row.id))];
  const urls = [...new Set(links)].filter((url) => url !== row.destinationUrl);
  const known = (await listLinks(db, [row.id])).get(row.id) ?? [];
  const isFresh = (url: string): boolean =>
    known.some(
      (link) =>
        link.url === url &&
        link.outcome === "ok" &&
        link.checkedAt !== null &&
        clock.now().getTime() - link.checkedAt.getTime() < freshMs,
    );
  if (known.length === urls.length && urls.every(isFresh)) return;
  const findings = await Promise.all(urls.map(async (url) => ({ url, finding: await check(url) })));
  await runAsJob(runner, landingJob, recordDraftLinks, { id: row.id, findings });
}
