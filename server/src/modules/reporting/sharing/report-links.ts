import { createHash } from "node:crypto";
import type { CallOutput, CallParsed } from "@litfass/contract/kernel/endpoint";
import type { Caller } from "@litfass/contract/kernel/roles";
import { longestShareDays, type reportSharingEndpoints } from "@litfass/contract/reporting/report-sharing";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, notFound, tooMany } from "@litfass/platform/problem";
import { hash, verify } from "@node-rs/argon2";
import { openReport, type StatisticsSources } from "../report.ts";
import { callerOf } from "../report-caller.ts";
import { addDays, dayIn, startOfDay } from "../report-period.ts";
import {
  countAttempt,
  countOpened,
  findReportLink,
  insertReportLink,
  type ReportLink,
  removeExpiredLinks,
} from "./report-link-sql.ts";
import { sharedReport } from "./shared-report.ts";

type Endpoints = typeof reportSharingEndpoints;
type LinkWish = CallParsed<Endpoints["createReportLink"]>["body"];

const tokenBytes = 24;
const mostLinks = 50;
const mostFailures = 10;
const lockMs = 15 * 60_000;
const usualDays = 30;

const cleanUpJob = "statistics.remove-expired-links";
const keptMs = 30 * 86_400_000;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export const presentLink = (link: Omit<ReportLink, "passwordHash">) => ({
  id: link.id,
  title: link.title,
  campaign_ids: link.campaignIds,
  owner: link.aboutUid,
  sites: link.sites,
  regions: link.regions,
  days: link.days,
  from: link.fromOn,
  to: link.toOn,
  expires_at: link.expiresAt.toISOString(),
  created_at: link.createdAt.toISOString(),
  opened: link.opened,
});

/** Makes a link. Throws 422 where it would end too late or in the past, 409 beyond fifty links. */
export async function createReportLink(
  platform: Platform,
  sources: StatisticsSources,
  caller: Caller,
  wish: LinkWish,
): Promise<CallOutput<Endpoints["createReportLink"]>> {
  const { db, clock, random, config } = platform;
  const now = clock.now();
  const timeZone = await sources.timeZoneOf(caller);
  const today = dayIn(timeZone, now);
  if (wish.expires_on < today || wish.expires_on > addDays(today, longestShareDays)) {
    throw invalid({ expires_on: ["rule.oneOf"] });
  }
  const isFixed = wish.days === null && wish.from !== null && wish.to !== null;
  if (isFixed && wish.from! > wish.to!) throw invalid({ to: ["campaign.period"] });
  const token = random.bytes(tokenBytes).toString("base64url");
  const link = {
    id: random.id(),
    ownerUid: caller.uid,
    title: wish.title,
    campaignIds: wish.campaign_ids,
    aboutUid: wish.owner,
    sites: wish.sites,
    regions: wish.regions,
    days: isFixed ? null : (wish.days ?? usualDays),
    fromOn: isFixed ? wish.from : null,
    toOn: isFixed ? wish.to : null,
    expiresAt: startOfDay(addDays(wish.expires_on, 1), timeZone),
    createdAt: now,
  };
  const secrets = { tokenHash: hashOf(token), passwordHash: await hash(wish.password) };
  if (!(await insertReportLink(db, { ...link, ...secrets }, mostLinks))) throw conflict("too_many_links");
  return { link: presentLink({ ...link, opened: 0, lockedUntil: null }), url: `${config.publicUrl}/reports/${token}` };
}

/**
 * The figures behind a link, as its owner would see them now. Throws 404 where it ended or its owner may no longer see
 * anything, 429 for a quarter of an hour after ten wrong passwords, 422 for a wrong one.
 */
export async function openSharedReport(
  platform: Platform,
  sources: StatisticsSources,
  { token, password }: { token: string; password: string },
  lang: "en" | "de",
): Promise<CallOutput<Endpoints["openSharedReport"]>> {
  const { db, clock, clickhouse } = platform;
  const now = clock.now();
  const link = await findReportLink(db, hashOf(token), now);
  if (link === null) throw notFound();
  if (link.lockedUntil && link.lockedUntil > now) {
    throw tooMany((link.lockedUntil.getTime() - now.getTime()) / 1000);
  }
  await countAttempt(db, link.id, mostFailures, new Date(now.getTime() + lockMs));
  if (!(await verify(link.passwordHash, password))) {
    throw invalid({ password: [lang === "de" ? "Dieses Passwort stimmt nicht" : "This password is not right"] });
  }
  const caller = await callerOf(db, link.ownerUid);
  if (caller === null) throw notFound();
  await countOpened(db, link.id);
  const today = dayIn(await sources.timeZoneOf(caller), now);
  const days =
    link.days === null ? { from: link.fromOn!, to: link.toOn! } : { from: addDays(today, 1 - link.days), to: today };
  const filter = {
    ...days,
    campaign_ids: link.campaignIds.length > 0 ? link.campaignIds : undefined,
    owner: link.aboutUid ?? undefined,
    sites: link.sites.length > 0 ? link.sites : undefined,
    regions: link.regions.length > 0 ? link.regions : undefined,
  };
  const report = await openReport({ clickhouse, clock, sources }, caller, filter);
  return { title: link.title, expires_at: link.expiresAt.toISOString(), ...(await sharedReport(report, lang)) };
}

/** Every night: links that ended a month ago are forgotten. */
export function reportLinkJobs({ db, clock, jobs }: Platform): void {
  jobs.work(cleanUpJob, () => removeExpiredLinks(db, new Date(clock.now().getTime() - keptMs)));
  jobs.schedule(cleanUpJob, "41 3 * * *");
}
