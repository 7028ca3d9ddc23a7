import type { BulkCampaign, BulkCampaignSummary } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { spentOnCampaigns } from "../../billing/index.ts";
import { findUsers, namesOf } from "../../users/index.ts";
import type { BulkCampaignFound } from "./bulk-campaign-sql.ts";
import { listBudgets, listBulkCustomers } from "./bulk-customer-sql.ts";
import { refusalText } from "./bulk-issues.ts";

/** Lifetime impressions of campaigns; provided by the process. */
export type ImpressionsOf = (campaignIds: number[]) => Promise<Map<number, number>>;

/** Bulk campaigns for lists, in a fixed number of queries. */
export async function presentSummaries(
  db: Executor,
  found: BulkCampaignFound[],
  impressionsOf: ImpressionsOf,
): Promise<BulkCampaignSummary[]> {
  const owners = await findUsers(db, [...new Set(found.map(({ bulk }) => bulk.ownerUid))]);
  const money = await listBudgets(
    db,
    found.map(({ bulk }) => bulk.id),
  );
  const campaignIds = money.flatMap((each) => each.campaignIds);
  const spent = await spentOnCampaigns(db, campaignIds);
  const impressions = await impressionsOf(campaignIds);
  return found.map(({ bulk, template, ...rest }) => {
    const own = money.filter(({ bulkCampaignId }) => bulkCampaignId === bulk.id);
    const ids = own.flatMap((each) => each.campaignIds);
    return {
      id: bulk.id,
      name: template.name,
      owner: bulk.ownerUid,
      owner_name: owners.get(bulk.ownerUid)?.fullName ?? "",
      status: rest.status,
      customers_count: rest.customers,
      launched_count: rest.launched,
      budgets: own.map(({ currency, budgetMicros }) => ({ currency, amount: minorOfMicros(budgetMicros) })),
      spent: own
        .filter((each) => each.campaignIds.length > 0)
        .map(({ currency, campaignIds: some }) => ({ currency, amount: spentMinor(some, spent) })),
      impressions: ids.reduce((sum, id) => sum + (impressions.get(id) ?? 0), 0),
      start_on: template.startOn,
      end_on: template.endOn,
      created_at: bulk.createdAt.toISOString(),
      updated_at: bulk.updatedAt.toISOString(),
    };
  });
}

/** Each campaign's spend is rounded separately, so that the sum matches the figures shown per campaign. */
const spentMinor = (campaignIds: number[], spent: Map<number, bigint>): number =>
  campaignIds.reduce((sum, id) => sum + minorOfMicros(spent.get(id) ?? 0n), 0);

/** One bulk campaign in the format of the API. */
export async function presentBulkCampaign(
  db: Executor,
  found: BulkCampaignFound,
  impressionsOf: ImpressionsOf,
  lang: Language,
): Promise<BulkCampaign> {
  const [summary] = await presentSummaries(db, [found], impressionsOf);
  const { bulk, template } = found;
  const rows = await listBulkCustomers(db, bulk.id);
  const names = await namesOf(db, [...new Set(rows.map(({ customerUid }) => customerUid))]);
  return {
    ...(summary as BulkCampaignSummary),
    type: template.type,
    categories: template.categories,
    line_of_business: template.lineOfBusiness,
    language: template.language,
    strategy: template.strategy,
    pacing: template.pacing,
    performance_goal: template.performanceGoal,
    targeting: targetingSchema.parse(template.targeting),
    feed_url: template.feedUrl,
    destination_url: template.destinationUrl,
    impression_trackers: template.impressionTrackers,
    verification_scripts: template.verificationScripts,
    pattern: template.id,
    creative_groups: bulk.creativeGroups,
    customers: rows.map((row) => ({
      id: row.id,
      customer: row.customerUid,
      customer_name: names.get(row.customerUid) ?? "",
      branch: row.branch,
      currency: row.currency,
      budget: row.budgetMicros === null ? null : minorOfMicros(row.budgetMicros),
      location: row.location,
      destination_url: row.destinationUrl,
      creative_group: row.creativeGroup,
      campaign:
        row.campaignId === null
          ? null
          : { id: row.campaignId, name: row.campaignName ?? "", status: row.campaignStatus ?? "" },
      refused: row.refused.map((code) => refusalText(code, lang)),
    })),
  };
}
