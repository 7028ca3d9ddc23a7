import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { auditSubjectOf, lockOpenPublisher } from "../publisher-access.ts";
import { findPayee, savePayeeRow } from "./payee-sql.ts";

/** Saves a publisher's payment details. @throws 404 for a publisher that the caller may not open */
export const changePayee = command({
  name: "publishers.change_payee",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ publisher: number; payee: Payee }>): Promise<{ payee: Payee }> {
    const { id } = await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), input.publisher, ctx.clock.now());
    const changes = changesBetween((await findPayee(ctx.tx, id)) ?? {}, input.payee);
    if (changes.length === 0) {
      ctx.audit.unchanged("the payee is the same");
      return { payee: input.payee };
    }
    await savePayeeRow(ctx.tx, id, input.payee, ctx.clock.now());
    await ctx.audit.record({ subject: auditSubjectOf(id), changes });
    return { payee: input.payee };
  },
});
