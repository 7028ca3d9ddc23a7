import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { readSiteRules } from "../../targeting/index.ts";
import { frozenSettings } from "../campaign.ts";
import { getCampaign } from "../get-campaign.ts";

/** The rule of a campaign's lists for each site. 403 for another user's campaign, 404 for an unknown one. */
export async function listSiteRules(db: Executor, caller: Caller, campaignId: number, sites: string[]) {
  const row = await getCampaign(db, caller, campaignId);
  const { hasWhitelist, ruleOf } = await readSiteRules(db, row.targeting);
  return {
    has_whitelist: hasWhitelist,
    editable: frozenSettings(row.status, ["targeting"]).length === 0,
    rules: sites.map((site) => ({ site, rule: ruleOf(site) })),
  };
}
