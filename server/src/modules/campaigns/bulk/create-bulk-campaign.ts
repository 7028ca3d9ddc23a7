import type { bulkCampaignEndpoints } from "@litfass/contract/campaigns/bulk-campaigns";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import type { z } from "zod";
import { sharedGroups } from "../../creatives/index.ts";
import { createBulkTemplate } from "../index.ts";
import { insertBulkCampaign } from "./bulk-campaign-sql.ts";
import { saveCustomers } from "./save-customers.ts";

type NewBulkCampaign = z.output<NonNullable<typeof bulkCampaignEndpoints.createBulkCampaign.body>>;

/** Creates a bulk campaign owned by the caller, with its template. @returns its id. */
export const createBulkCampaign = command({
  name: "campaigns.create_bulk_campaign",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<NewBulkCampaign, CommandServices>): Promise<{ id: number }> {
    const { customers, creative_groups = [], archived: _never, ...settings } = input;
    const caller = callerOf(ctx.actor);
    const now = ctx.clock.now();
    const template = await createBulkTemplate(ctx, settings);
    await checkGroups(ctx.tx, template.id, creative_groups);
    const bulk = await insertBulkCampaign(ctx.tx, {
      templateId: template.id,
      ownerUid: caller.uid,
      creativeGroups: creative_groups,
      createdAt: now,
      updatedAt: now,
    });
    if (customers) await saveCustomers(ctx.tx, caller, bulk, customers);
    await ctx.audit.record({
      subject: { type: "bulk_campaign", id: String(bulk.id) },
      changes: [
        { field: "name", before: null, after: template.name },
        { field: "customers", before: null, after: customers?.length ?? 0 },
      ],
    });
    return { id: bulk.id };
  },
});

/** @throws 422 if a group is unknown, inactive, owned by a customer, or duplicated. */
export async function checkGroups(db: Executor, templateId: number, groups: string[]): Promise<void> {
  const found = await sharedGroups(db, templateId, groups, "en");
  if (found.size < groups.length) throw invalid({ creative_groups: ["rule.oneOf"] });
}
