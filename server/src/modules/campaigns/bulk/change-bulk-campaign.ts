import { isDeepStrictEqual } from "node:util";
import type { BulkCampaignChange } from "@litfass/contract/campaigns/bulk-campaigns";
import type { AuditChange } from "@litfass/contract/kernel/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { applyChange, auditCampaign, getCampaignForChange } from "../index.ts";
import { updateBulkCampaign } from "./bulk-campaign-sql.ts";
import { listBulkCustomers, resetGroups } from "./bulk-customer-sql.ts";
import { checkGroups } from "./create-bulk-campaign.ts";
import { getBulkCampaignForChange } from "./get-bulk-campaign.ts";
import { saveCustomers } from "./save-customers.ts";
import type { BulkCustomerRow } from "./tables.ts";

type Input = { id: number; change: BulkCampaignChange };

/** Saves the given fields (API-BULK-007). Launched campaigns stay unchanged. */
export const changeBulkCampaign = command({
  name: "campaigns.change_bulk_campaign",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<Input>): Promise<void> {
    const { tx, clock } = ctx;
    const caller = callerOf(ctx.actor);
    const now = clock.now();
    const { customers, creative_groups, archived, ...settings } = input.change;
    const { bulk, template } = await getBulkCampaignForChange(tx, caller, input.id);
    const customersBefore = await listBulkCustomers(tx, bulk.id);
    if (Object.keys(settings).length > 0) {
      const before = await getCampaignForChange(tx, caller, template.id);
      await auditCampaign(ctx, { before, after: await applyChange(ctx, before, settings) });
    }
    if (creative_groups) {
      await checkGroups(tx, template.id, creative_groups);
      await resetGroups(tx, bulk.id, creative_groups);
    }
    const creativeGroups = creative_groups ?? bulk.creativeGroups;
    if (customers) await saveCustomers(tx, caller, { id: bulk.id, creativeGroups }, customers);
    const archivedAt = archived === undefined ? bulk.archivedAt : archived ? (bulk.archivedAt ?? now) : null;
    await updateBulkCampaign(tx, bulk, { creativeGroups, archivedAt }, now);

    const customersAfter = await listBulkCustomers(tx, bulk.id);
    const changes = [
      ...changeOf("archived", bulk.archivedAt !== null, archivedAt !== null),
      ...changeOf("creative_groups", bulk.creativeGroups.join(" "), creativeGroups.join(" ")),
      ...(isDeepStrictEqual(customersBefore, customersAfter)
        ? []
        : changeOf("customers", summaryOf(customersBefore), summaryOf(customersAfter))),
    ];
    if (changes.length === 0) ctx.audit.unchanged("only shared settings were saved");
    else await ctx.audit.record({ subject: { type: "bulk_campaign", id: String(bulk.id) }, changes });
  },
});

const changeOf = <Value extends string | boolean>(field: string, before: Value, after: Value): AuditChange[] =>
  before === after ? [] : [{ field, before, after }];

/** Customers with their branches and budgets in micros, for the audit log. */
const summaryOf = (rows: BulkCustomerRow[]): string =>
  rows
    .map(({ customerUid, branch, budgetMicros, currency }) =>
      [customerUid, branch, budgetMicros === null ? "" : `${currency} ${budgetMicros}`].filter(Boolean).join(" "),
    )
    .join(", ")
    .slice(0, maxSummaryLength);
const maxSummaryLength = 4000;
