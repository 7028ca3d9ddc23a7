import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict } from "@litfass/platform/problem";
import type { TargetingServices } from "../selecting-campaigns.ts";
import { getReachableUser } from "../settings/advanced-settings.ts";
import { auditSubjectOf, domainListChanges, selectionOf } from "./domain-list.ts";
import { deleteDomainListRow, lockDomainList } from "./domain-list-sql.ts";

/**
 * Removes a list. One used by a draft or started campaign is kept (409), because without it the campaign would run
 * where its owner excluded it. Removing a missing list changes nothing.
 */
export const deleteDomainList = command({
  name: "targeting.delete_domain_list",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uid, id } }: CommandCall<{ uid: string; id: number }, TargetingServices>): Promise<void> {
    const { tx, services } = ctx;
    await getReachableUser(tx, callerOf(ctx.actor), uid);
    const row = await lockDomainList(tx, uid, id);
    if (!row) return ctx.audit.unchanged("the list is gone already");
    if (await services.selectingCampaigns.isSelected(tx, selectionOf(row)))
      throw conflict("list_in_use", "list.in_use");
    await deleteDomainListRow(tx, row);
    await ctx.audit.record({ subject: auditSubjectOf(id), changes: domainListChanges(row, null) });
  },
});
