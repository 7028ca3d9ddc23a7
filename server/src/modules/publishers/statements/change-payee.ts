import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid } from "@litfass/platform/problem";
import { bankText } from "../../billing/index.ts";
import { findBlock, releaseBlock } from "../payouts/block-sql.ts";
import { auditSubjectOf, lockOpenPublisher } from "../publisher-access.ts";
import { type AccountChange, mailAccountChangedJob } from "./mail-account-changed.ts";
import { findPayee, savePayeeRow } from "./payee-sql.ts";

/**
 * Saves a publisher's payment details. Another account ends the block after a returned payout, and its owner is told.
 * @throws 404 for a publisher that the caller may not open, 422 for a name or place without a character that banks take
 */
export const changePayee = command({
  name: "publishers.change_payee",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ publisher: number; payee: Payee }>): Promise<{ payee: Payee }> {
    const { id } = await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), input.publisher, ctx.clock.now());
    checkForBank(input.payee);
    const before = await findPayee(ctx.tx, id);
    const changes = changesBetween(before ?? {}, input.payee);
    if (changes.length === 0) {
      ctx.audit.unchanged("the payee is the same");
      return { payee: input.payee };
    }
    const now = ctx.clock.now();
    await savePayeeRow(ctx.tx, id, input.payee, now);
    if (before?.iban !== input.payee.iban) {
      const block = await findBlock(ctx.tx, id);
      if (block) await releaseBlock(ctx.tx, block.id, { by: null, at: now });
      const change: AccountChange = { publisher: id, lastDigits: input.payee.iban.slice(-4) };
      if (before !== null) await ctx.jobs.send(mailAccountChangedJob, change);
    }
    await ctx.audit.record({ subject: auditSubjectOf(id), changes });
    return { payee: input.payee };
  },
});

/** A bank refuses a whole payment file if one of these is empty in it. @throws 422 */
function checkForBank(payee: Payee): void {
  const empty = (["company", "postal_code", "city"] as const).filter((field) => bankText(payee[field], 70) === "");
  if (empty.length > 0) throw invalid(Object.fromEntries(empty.map((field) => [field, ["rule.regex"]])));
}
