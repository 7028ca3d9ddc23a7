import type { SiteRule } from "@litfass/contract/targeting/site-rules";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, invalid } from "@litfass/platform/problem";
import { hasAdvancedSettings, readSiteRules, setSiteOnOwnLists } from "../../targeting/index.ts";
import { frozenSettings } from "../campaign.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { recordChange } from "../history/record-change.ts";
import { publish } from "../lifecycle/publish-campaign.ts";

type Input = { id: number; site: string; rule: SiteRule };
type Output = { site: string; rule: SiteRule; before: SiteRule };

/**
 * Allows or blocks one site in a campaign, or neither, on lists that belong to this campaign; running delivery is
 * updated. 409 `campaign_started` if the target group can no longer change, `site_on_shared_list` if a shared list
 * says otherwise, `list_full` at 5000 domains; 422 for a plain customer who allows a site, or changes an allowed one.
 */
export const setSiteRule = command({
  name: "campaigns.set_site_rule",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, site, rule } }: CommandCall<Input>): Promise<Output> {
    const { tx, clock } = ctx;
    const now = clock.now();
    const caller = callerOf(ctx.actor);
    const row = await getCampaignForChange(tx, caller, id);
    if (frozenSettings(row.status, ["targeting"]).length > 0) throw conflict("campaign_started");
    const before = (await readSiteRules(tx, row.targeting)).ruleOf(site);
    if (!hasAdvancedSettings(caller.role) && (rule === "allow" || before === "allow")) {
      throw invalid({ rule: ["campaign.advanced"] });
    }
    const targeting = await setSiteOnOwnLists(tx, row, targetingSchema.parse(row.targeting), { site, rule }, now);
    if ((await readSiteRules(tx, targeting)).ruleOf(site) !== rule) {
      throw conflict("site_on_shared_list", "list.shared");
    }
    const saved = await updateCampaignRow(tx, row, { targeting }, now);
    await recordChange(ctx, row, saved);
    if (saved.status === "ACTIVE") await publish(tx, saved);
    const more = [{ field: "site_rule", before: `${site}: ${before}`, after: `${site}: ${rule}` }];
    await auditCampaign(ctx, { before: row, after: saved, more });
    return { site, rule, before };
  },
});
