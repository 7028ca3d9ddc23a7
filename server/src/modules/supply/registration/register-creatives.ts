import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { findSnapshot, listLiveSnapshots, type RegisteredBanner, registeredBanners } from "@litfass/adserver/index";
import { type CampaignSnapshot, campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { readExchanges } from "@litfass/platform/exchanges/follow-exchanges";
import type { Platform } from "@litfass/platform/platform";
import {
  type DueCreative,
  listDueCreatives,
  noteCreatives,
  oldestSubmission,
  removeUnused,
  saveOutcome,
  saveVerdicts,
  type Verdict,
} from "./registration-sql.ts";
import { openXandr, type XandrClient, XandrQuota, XandrRefusal } from "./xandr-client.ts";

const job = "supply.register-creatives";
const cleanupJob = "supply.forget-creatives";
const snapshotsPerPage = 200;
/** Below Xandr's limit of writes per minute. */
const maxSubmissions = 50;
const verdictsPerWrite = 500;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unusedDays = 90;

/** Registers finished creatives every five minutes, and reads what the exchanges say of them. */
export function registrationJobs(platform: Platform): void {
  platform.jobs.work(job, () => registerCreatives(platform));
  platform.jobs.schedule(job, "*/5 * * * *");
  platform.jobs.work(cleanupJob, () =>
    removeUnused(platform.db, new Date(platform.clock.now().getTime() - unusedDays * dayMs)),
  );
  platform.jobs.schedule(cleanupJob, "41 2 * * *");
}

/** One run: an exchange that does not answer does not keep the others waiting. */
export async function registerCreatives(platform: Platform): Promise<void> {
  const exchanges = await readExchanges(platform.db, platform.config, platform.log);
  for (const exchange of exchanges) {
    if (exchange.isEnabled === false || !profileFacts[exchange.profile ?? "openrtb"].needsRegistration) continue;
    await collectCreatives(platform, exchange);
    await talkTo(platform, exchange).catch((error: unknown) => {
      if (error instanceof XandrQuota) platform.log.info({ exchange: exchange.name }, error.message);
      else platform.log.warn({ err: error, exchange: exchange.name }, "creatives could not be registered");
    });
  }
}

/** A campaign with deals buys only through them. */
const mayBidOn = ({ targeting }: CampaignSnapshot, exchange: string): boolean =>
  targeting.deals.length === 0 || targeting.deals.some((deal) => deal.exchange === exchange);

/** Notes the finished banners of running campaigns; of several campaigns with the same one the first counts. */
async function collectCreatives({ db, config, clock }: Platform, { name }: Exchange): Promise<void> {
  const seen = new Set<string>();
  for (let after = 0; ; ) {
    const rows = await listLiveSnapshots(db, after, snapshotsPerPage);
    const found = rows.flatMap(({ payload }) => {
      const snapshot = campaignSnapshot.safeParse(payload).data;
      if (snapshot === undefined || !mayBidOn(snapshot, name)) return [];
      return registeredBanners(snapshot, config.adsUrl)
        .filter(({ id }) => !seen.has(id) && seen.add(id))
        .map((banner) => ({
          creativeId: banner.id,
          campaignId: snapshot.campaignId,
          creativeUuid: banner.creativeUuid,
          width: banner.width,
          height: banner.height,
          contentHash: hashOf(banner),
        }));
    });
    await noteCreatives(db, name, found, clock.now());
    const last = rows.at(-1);
    if (last === undefined || rows.length < snapshotsPerPage) return;
    after = last.campaignId;
  }
}

const hashOf = ({ markup, landingUrl }: RegisteredBanner): string =>
  createHash("sha256").update(`${markup}\n${landingUrl}`).digest("hex");

async function talkTo(platform: Platform, exchange: Exchange): Promise<void> {
  const { db, clock, egress } = platform;
  const { registration, account } = exchange;
  if (registration === undefined || account === undefined) {
    platform.log.warn({ exchange: exchange.name }, "creatives cannot be registered: save the password again");
    return;
  }
  const due = await listDueCreatives(db, exchange.name, clock.now(), maxSubmissions);
  const oldest = await oldestSubmission(db, exchange.name);
  // An approval may be withdrawn later, so once a day all are read.
  const isFull = isFirstRunOfDay(clock.now());
  if (due.length === 0 && oldest === null && !isFull) return;
  const client = await openXandr(egress, { ...registration, member: account }, (ms) => wait(ms));
  for (const creative of due) await submitCreative(platform, exchange.name, client, creative);
  const since = isFull ? null : (oldest ?? clock.now()).toISOString().slice(0, 10);
  await readVerdicts(platform, exchange.name, client, since);
}

const isFirstRunOfDay = (now: Date): boolean => now.getUTCHours() === 0 && now.getUTCMinutes() < 5;

/** Submits one creative. @throws XandrQuota, after which no other is submitted */
async function submitCreative(
  { db, config, clock }: Platform,
  exchange: string,
  client: XandrClient,
  { creative_id: id, campaign_id, foreign_id: foreignId, attempts: before }: DueCreative,
): Promise<void> {
  const snapshot = await findSnapshot(db, Number(campaign_id));
  const banner = snapshot && registeredBanners(snapshot, config.adsUrl).find((each) => each.id === id);
  const now = clock.now();
  const attempts = before + 1;
  const save = (outcome: Pick<Parameters<typeof saveOutcome>[3], "status" | "reason" | "foreignId" | "nextAt">) =>
    saveOutcome(db, exchange, id, { ...outcome, attempts }, now);
  // The campaign was changed in the meantime; the next run notes what it has now.
  if (!banner) return save({ status: "waiting", reason: "", foreignId, nextAt: new Date(now.getTime() + dayMs) });
  try {
    const given = await client.submit(banner, foreignId);
    await save({ status: "submitted", reason: "", foreignId: given, nextAt: now });
  } catch (error) {
    if (error instanceof XandrRefusal) {
      return save({ status: "failed", reason: error.message.slice(0, 500), foreignId, nextAt: now });
    }
    const waitMs = error instanceof XandrQuota ? error.seconds * 1_000 : Math.min(dayMs, 5 * minuteMs * 2 ** before);
    const reason = (error as Error).message.slice(0, 500);
    await save({ status: "waiting", reason, foreignId, nextAt: new Date(now.getTime() + waitMs) });
    if (error instanceof XandrQuota) throw error;
  }
}

async function readVerdicts(
  { db, clock }: Platform,
  exchange: string,
  client: XandrClient,
  since: string | null,
): Promise<void> {
  let read: Verdict[] = [];
  for await (const { code, status, reason } of client.list(since)) {
    read.push({ creativeId: code, status, reason: reason.slice(0, 500) });
    if (read.length < verdictsPerWrite) continue;
    await saveVerdicts(db, exchange, read, clock.now());
    read = [];
  }
  await saveVerdicts(db, exchange, read, clock.now());
}
