import type { CampaignType } from "@litfass/contract/campaigns/campaigns";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { CampaignAccess } from "../campaign-access.ts";
import { chosenCreatives } from "../studio/choose-creatives.ts";
import { listActiveGroups } from "./group-sql.ts";
import { presentGroup } from "./present-group.ts";

/** The groups the caller may use, chosen favorites first (API-UCRE-001). */
export async function listGroups(db: Database, caller: Caller): Promise<CreativeGroup[]> {
  const groups = await listActiveGroups(db, caller.uid);
  return groups.map((group) => presentGroup(group, { lang: caller.lang }));
}

export type CampaignGroupsQuery = {
  campaign_id?: number | undefined;
  creative_ids?: string[] | undefined;
  type?: CampaignType | undefined;
  dimensions?: string[] | undefined;
};

/**
 * The groups a campaign can use, favorites first, with the chosen creatives marked (API-CREA-001, 002). `dimensions`
 * filters for groups with one of these formats and shows only those.
 * @throws 403 for another user's campaign.
 */
export async function listCampaignGroups(
  db: Database,
  access: CampaignAccess,
  caller: Caller,
  query: CampaignGroupsQuery,
): Promise<CreativeGroup[]> {
  const selected = new Set(query.creative_ids ?? []);
  let ownerUid = caller.uid;
  let campaignId: number | null = null;
  if (query.campaign_id !== undefined) {
    const campaign = await access.get(db, caller, query.campaign_id);
    const chosen = await chosenCreatives(db, [campaign.id]);
    for (const uuid of chosen.get(campaign.id) ?? []) selected.add(uuid);
    ownerUid = campaign.ownerUid;
    campaignId = campaign.id;
  }
  const groups = await listActiveGroups(db, caller.uid, ownerUid, campaignId);
  return groups
    .map((group) => presentGroup(group, { lang: caller.lang, selected, formats: query.dimensions }))
    .filter((group) => group.creatives.length + group.additional.length > 0);
}
