import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { type Execute, outputOf } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { publishPlacements } from "../placements/publish-placements-sql.ts";
import { todayOf } from "../publisher-access.ts";
import { lockPublisher } from "../publisher-sql.ts";
import { subjectOf } from "./change-sites.ts";
import { findProof, type Proof } from "./find-proof.ts";
import { publishSites } from "./publish-sites-sql.ts";
import { isTaken, listDueSites, lockSite, type SiteCheck, type SiteRow, saveCheck } from "./site-sql.ts";

export const siteCheckJob = "publishers.check-sites";
const maxPerRun = 40;
const concurrency = 4;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A verified site without its proof is lost after so many checks in a row, an hour apart. */
const checksToLose = 3;
/** A verified site that does not answer stays verified for so long. */
const unreachableMs = 7 * dayMs;

/** Checks due claims: network first, then one transaction for each. @returns their number. */
export async function checkDueSites(platform: Platform, execute: Execute<CommandServices>): Promise<number> {
  const due = await listDueSites(platform.db, platform.clock.now(), maxPerRun);
  const waiting = [...due];
  const worker = async (): Promise<void> => {
    for (let site = waiting.shift(); site; site = waiting.shift()) {
      const proof = await findProof(platform, site);
      const input = { publisher: site.publisherId, site: site.id, proof };
      outputOf(await execute(recordSiteCheck, { actor: { kind: "job", name: siteCheckJob }, input, lang: "en" }));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return due.length;
}

/** Stores what a check found, and publishes the placements of a site that became verified or was lost. */
export const recordSiteCheck = command({
  name: "publishers.record_site_check",
  errors: [],
  async run({ ctx, input }: CommandCall<{ publisher: number; site: number; proof: Proof }>): Promise<void> {
    const { tx, clock } = ctx;
    // Checks of one publisher's sites run at once; each publishes all of them, so they must see each other's result.
    await lockPublisher(tx, input.publisher, todayOf(clock.now()));
    const site = await lockSite(tx, input.publisher, input.site);
    if (site === null) return ctx.audit.unchanged("the claim was withdrawn");
    const now = clock.now();
    const taken = input.proof.outcome === "proved" && (await isTaken(tx, site));
    const check = taken ? failed(site, "taken", input.proof.detail, now) : judged(site, input.proof, now);
    await saveCheck(tx, site, check);
    if (check.state === site.state) return ctx.audit.unchanged("the state is as before");
    await publishPlacements(tx, site.publisherId);
    await publishSites(tx, site.publisherId);
    await ctx.audit.record({
      subject: subjectOf(site.id),
      changes: [{ field: "state", before: site.state, after: check.state }],
      details: { description: site.name },
    });
  },
});

function judged(site: SiteRow, { outcome, detail }: Proof, now: Date): SiteCheck {
  if (outcome !== "proved") return failed(site, outcome, detail, now);
  return {
    state: "verified",
    reason: null,
    detail,
    failures: 0,
    verifiedAt: now,
    checkedAt: now,
    nextAt: new Date(now.getTime() + dayMs),
  };
}

function failed(site: SiteRow, reason: NonNullable<SiteCheck["reason"]>, detail: string, now: Date): SiteCheck {
  const failures = site.failures + 1;
  const { verifiedAt } = site;
  const isPatient =
    reason === "unreachable"
      ? verifiedAt !== null && now.getTime() - verifiedAt.getTime() < unreachableMs
      : failures < checksToLose;
  const isKept = site.state === "verified" && reason !== "taken" && isPatient;
  const state = isKept ? "verified" : site.state === "verified" || site.state === "lost" ? "lost" : "failed";
  const pauseMs = site.state === "verified" ? hourMs : Math.min(dayMs, 15 * minuteMs * 2 ** Math.min(failures - 1, 10));
  return {
    state,
    reason,
    detail,
    failures,
    verifiedAt,
    checkedAt: now,
    nextAt: new Date(now.getTime() + pauseMs),
  };
}
