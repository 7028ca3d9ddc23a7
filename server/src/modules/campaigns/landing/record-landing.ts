import { type CommandCall, command } from "@litfass/platform/command/command";
import { lockCampaignRowById } from "../campaign-sql.ts";
import { actOnLanding, pauseMs } from "./act-on-landing.ts";
import type { LandingFinding } from "./check-landing-page.ts";
import { listLandingChecks, saveLanding } from "./landing-sql.ts";

type Input = { id: number; url: string; finding: LandingFinding };

/** Stores what was found at a campaign's link, and acts on it. */
export const recordLanding = command({
  name: "campaigns.record_landing",
  errors: [],
  async run({ ctx, input: { id, url, finding } }: CommandCall<Input>): Promise<void> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    if (!row || row.destinationUrl !== url) return ctx.audit.unchanged("the link is another one now");
    const earlier = (await listLandingChecks(tx, [id])).get(id);
    const known = earlier?.url === url ? earlier : undefined;
    const { outcome, detail } = finding;
    const failures = outcome === "ok" ? 0 : (known?.failures ?? 0) + 1;
    const domain = (outcome === "ok" ? finding.domain : null) ?? known?.domain ?? null;
    const now = clock.now();
    const nextAt = new Date(now.getTime() + pauseMs(failures));
    await saveLanding(tx, id, { url, outcome, detail, domain, failures, checkedAt: now, nextAt });
    if (row.status === "ACTIVE")
      await actOnLanding(ctx, row, finding, { failures, before: known?.domain ?? null, domain });
    const changes = [
      { field: "landing_page", before: known?.outcome ?? null, after: outcome },
      { field: "landing_domain", before: known?.domain ?? null, after: domain },
    ].filter(({ before, after }) => before !== after);
    if (changes.length === 0) return ctx.audit.unchanged("the page is as before");
    await ctx.audit.record({ subject: { type: "campaign", id: String(id) }, changes });
  },
});
