import { rootDomain } from "@litfass/adserver/index";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { lockCampaignRowById } from "../campaign-sql.ts";
import { hostOf } from "../destination.ts";
import { actOnLanding, pauseMs } from "./act-on-landing.ts";
import type { LandingFinding } from "./check-landing-page.ts";
import { listLandingChecks } from "./landing-sql.ts";
import { listLinks, replaceLinks, saveLink } from "./link-sql.ts";

type Input = { id: number; url: string; finding: LandingFinding };

/** Stores what was found at a link of single ads, and acts on it as for the campaign's own link. */
export const recordLink = command({
  name: "campaigns.record_link",
  errors: [],
  async run({ ctx, input: { id, url, finding } }: CommandCall<Input>): Promise<void> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    const known = (await listLinks(tx, [id])).get(id)?.find((link) => link.url === url);
    if (!row || !known) return ctx.audit.unchanged("no ad leads there any more");
    const { outcome, detail } = finding;
    const failures = outcome === "ok" ? 0 : known.failures + 1;
    // Products change without a review, so a new link must lead to where the campaign's own link on the same site leads.
    const landing = (await listLandingChecks(tx, [id])).get(id);
    const isSameSite = landing && rootDomain(hostOf(landing.url)) === rootDomain(hostOf(url));
    const before = known.domain ?? (isSameSite ? landing.domain : null);
    const domain = (outcome === "ok" ? finding.domain : null) ?? known.domain;
    const now = clock.now();
    const nextAt = new Date(now.getTime() + pauseMs(failures));
    await saveLink(tx, id, { ...known, outcome, detail, domain, failures, checkedAt: now }, nextAt);
    if (row.status === "ACTIVE") {
      const { formats } = known;
      await actOnLanding(ctx, row, finding, { failures, before, domain, link: { url, formats } });
    }
    const isFirst = known.checkedAt === null && outcome === "ok";
    if (isFirst || (outcome === known.outcome && domain === known.domain)) {
      return ctx.audit.unchanged("the page is as before");
    }
    const changes = [
      { field: "link", before: url, after: url },
      { field: "landing_page", before: known.outcome, after: outcome },
      { field: "landing_domain", before: known.domain, after: domain },
    ];
    await ctx.audit.record({ subject: { type: "campaign", id: String(id) }, changes });
  },
});

type DraftInput = { id: number; findings: { url: string; finding: LandingFinding }[] };

/** Replaces what is known of the links of a draft's products, which are checked before it starts. */
export const recordDraftLinks = command({
  name: "campaigns.record_draft_links",
  errors: [],
  async run({ ctx, input: { id, findings } }: CommandCall<DraftInput>): Promise<void> {
    const { tx, clock } = ctx;
    ctx.audit.unchanged("a draft's links are checked again before it starts");
    const row = await lockCampaignRowById(tx, id);
    if (row?.status !== "DRAFT") return;
    const now = clock.now();
    const links = findings.map(({ url }) => ({ url, formats: [] }));
    await replaceLinks(tx, id, links, now);
    for (const { url, finding } of findings) {
      const { outcome, detail, domain } = finding;
      const failures = outcome === "ok" ? 0 : 1;
      const check = { url, formats: [], outcome, detail, domain, failures, checkedAt: now };
      await saveLink(tx, id, check, new Date(now.getTime() + pauseMs(failures)));
    }
  },
});
