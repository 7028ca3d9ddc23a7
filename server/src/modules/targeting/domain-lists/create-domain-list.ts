import type { audienceEndpoints } from "@litfass/contract/targeting/audiences";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { forbidden, invalid } from "@litfass/platform/problem";
import type { z } from "zod";
import { getReachableUser } from "../settings/advanced-settings.ts";
import { auditSubjectOf, domainListChanges, presentDomainList } from "./domain-list.ts";
import { insertDomainList, isNameTaken } from "./domain-list-sql.ts";

type NewList = z.output<NonNullable<typeof audienceEndpoints.createDomainList.body>>;

/** Saves a list for a user. 403 for a whitelist of a plain customer (ROLE-007), 422 if the name is taken. */
export const createDomainList = command({
  name: "targeting.create_domain_list",
  errors: ["not_found"],
  async run({ ctx, input: { uid, list } }: CommandCall<{ uid: string; list: NewList }>) {
    const { hasAdvanced } = await getReachableUser(ctx.tx, callerOf(ctx.actor), uid);
    if (!hasAdvanced && list.kind === "whitelist") throw forbidden();
    const values = { ...list, ownerUid: uid, domains: [...new Set(list.domains)] };
    if (await isNameTaken(ctx.tx, values)) throw invalid({ name: ["list.name_taken"] });
    const now = ctx.clock.now();
    const saved = await insertDomainList(ctx.tx, { ...values, createdAt: now, updatedAt: now });
    await ctx.audit.record({ subject: auditSubjectOf(saved.id), changes: domainListChanges(null, saved) });
    return presentDomainList(saved);
  },
});
