import { hasRegistrableDomain, rootDomain } from "@litfass/adserver/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { publishPlacements } from "../placements/publish-placements-sql.ts";
import { lockOpenPublisher } from "../publisher-access.ts";
import { publishSites } from "./publish-sites-sql.ts";
import { checkSoon, insertSite, lockSite, removeSite, type SiteRow } from "./site-sql.ts";

type Claim = { kind: "site"; name: string } | { kind: "app"; name: string; domain: string };

/** `ch.zeitung.app` belongs to `zeitung.ch`: stores are not asked, so only such bundles prove their domain. */
function isBundleOf(bundle: string, domain: string): boolean {
  const reversed = rootDomain(domain).split(".").reverse().join(".");
  return bundle === reversed || bundle.startsWith(`${reversed}.`);
}

/**
 * Claims a site or an app, which a job checks within a minute.
 * @throws 409 if the publisher has it already, 422 for a public suffix or a bundle of another domain
 */
export const claimSite = command({
  name: "publishers.claim_site",
  errors: ["not_found", "conflict"],
  async run({
    ctx,
    input: { publisher: id, claim },
  }: CommandCall<{ publisher: number; claim: Claim }>): Promise<SiteRow> {
    const now = ctx.clock.now();
    const publisher = await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), id, now);
    const domain = claim.kind === "site" ? claim.name : claim.domain;
    if (!hasRegistrableDomain(domain)) {
      throw invalid({ [claim.kind === "site" ? "name" : "domain"]: ["settings.public_suffix"] });
    }
    if (claim.kind === "app" && !isBundleOf(claim.name, domain)) throw invalid({ name: ["publishers.foreign_bundle"] });
    const { kind, name } = claim;
    const site = await insertSite(ctx.tx, { publisherId: publisher.id, kind, name, domain }, now);
    if (site === null) throw conflict("site_claimed", "publishers.claimed");
    await ctx.audit.record({ subject: subjectOf(site), changes: changesBetween({}, { kind, name, domain }) });
    return getSite(ctx, publisher.id, site);
  },
});

type One = { publisher: number; site: number };

/** Lets the job check a claim again within a minute. @throws 404 for an unknown claim */
export const checkSiteAgain = command({
  name: "publishers.check_site_again",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<One>): Promise<SiteRow> {
    const site = await lockOpenSite(ctx, callerOf(ctx.actor), input);
    await checkSoon(ctx.tx, site, ctx.clock.now());
    ctx.audit.unchanged("only the time of the next check moved");
    return site;
  },
});

/** Withdraws a claim; its placements show no ads any more. @throws 404 for an unknown claim */
export const withdrawSite = command({
  name: "publishers.withdraw_site",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<One>): Promise<void> {
    const site = await lockOpenSite(ctx, callerOf(ctx.actor), input);
    const now = ctx.clock.now();
    await removeSite(ctx.tx, site, now);
    await publishPlacements(ctx.tx, site.publisherId);
    await publishSites(ctx.tx, site.publisherId);
    await ctx.audit.record({
      subject: subjectOf(site.id),
      changes: [{ field: "name", before: site.name, after: null }],
    });
  },
});

async function lockOpenSite(ctx: CommandContext, caller: Caller, { publisher, site }: One): Promise<SiteRow> {
  const { id } = await lockOpenPublisher(ctx.tx, caller, publisher, ctx.clock.now());
  return getSite(ctx, id, site);
}

async function getSite({ tx }: CommandContext, publisherId: number, id: number): Promise<SiteRow> {
  const site = await lockSite(tx, publisherId, id);
  if (site === null) throw notFound();
  return site;
}

export const subjectOf = (id: number) => ({ type: "publisher_site", id: String(id) });
