import type { audienceEndpoints } from "@litfass/contract/targeting/audiences";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import type { z } from "zod";
import type { TargetingServices } from "../selecting-campaigns.ts";
import { getReachableUser } from "../settings/advanced-settings.ts";
import { auditSubjectOf, domainListChanges, presentDomainList, selectionOf } from "./domain-list.ts";
import { isNameTaken, lockDomainList, updateDomainList } from "./domain-list-sql.ts";

type Input = { uid: string; id: number; change: z.output<NonNullable<typeof audienceEndpoints.changeDomainList.body>> };

/** Changes a list and updates running campaigns that use it. 404 for an unknown list. */
export const changeDomainList = command({
  name: "targeting.change_domain_list",
  errors: ["not_found"],
  async run({ ctx, input: { uid, id, change } }: CommandCall<Input, TargetingServices>) {
    const { tx, clock, services } = ctx;
    await getReachableUser(tx, callerOf(ctx.actor), uid);
    const row = await lockDomainList(tx, uid, id);
    if (!row) throw notFound();
    if (await isNameTaken(tx, { ...row, name: change.name })) throw invalid({ name: ["list.name_taken"] });
    const now = clock.now();
    const domains = [...new Set(change.domains)];
    const saved = await updateDomainList(tx, row, { name: change.name, domains, updatedAt: now });
    await services.selectingCampaigns.republish(tx, selectionOf(saved), now);
    await ctx.audit.record({ subject: auditSubjectOf(id), changes: domainListChanges(row, saved) });
    return presentDomainList(saved);
  },
});
