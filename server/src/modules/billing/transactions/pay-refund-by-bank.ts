import type { RefusedRefund } from "@litfass/contract/billing/billing";
import { formatMinor, microsOfMinor } from "@litfass/contract/kernel/money";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { line, linesOf, platformAccount } from "../ledger/ledger.ts";
import { postEntry } from "../ledger/ledger-sql.ts";
import { postedBy } from "../posted-by.ts";
import { type ListedRefund, lockCardRefund, notePaidByBank } from "./refused-refund-sql.ts";

/**
 * Records that a refund rejected by the card processor was paid by bank transfer. The books move the money from the
 * card account to the bank account; the customer's balance and the credit note stay unchanged. Repeating it changes
 * nothing. @throws 404; 409 if the processor has not rejected it.
 */
export const payRefundByBank = command({
  name: "billing.pay_refund_by_bank",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id } }: CommandCall<{ id: string }>): Promise<void> {
    const { tx } = ctx;
    const locked = await lockCardRefund(tx, id);
    if (!locked) throw notFound();
    const { refund, ownerUid } = locked;
    if (refund.state === "by_bank") return ctx.audit.unchanged("the transfer is noted already");
    if (refund.state !== "refused") throw conflict("refund_not_refused", "refund.not_refused");
    const { currency } = refund;
    const amount = Number(refund.amountMinor);
    const by = postedBy(ctx);
    const { entryId } = await postEntry(tx, {
      ...by,
      key: `refund-by-bank:${id}`,
      kind: "refund_by_bank",
      details: { refunds: refund.entryId.toString() },
      lines: linesOf(
        line(platformAccount("card_clearing", currency), -microsOfMinor(amount)),
        line(platformAccount("bank", currency), microsOfMinor(amount)),
      ),
    });
    await notePaidByBank(tx, id, entryId, by.at);
    await ctx.audit.record({
      subjectUid: ownerUid,
      action: "refund_paid_by_bank",
      changes: [{ field: "amount", before: null, after: { amount, currency } }],
      details: { transaction: refund.entryId.toString() },
    });
  },
});

/** A rejected refund in the format of the API. */
export function presentRefusedRefund({ refund, ownerUid, userName, creditNote }: ListedRefund): RefusedRefund {
  const amount = Number(refund.amountMinor);
  return {
    id: refund.id,
    user: ownerUid,
    user_name: userName,
    amount,
    amount_formatted: formatMinor(amount),
    currency: refund.currency,
    reason: refund.failure ?? "",
    credit_note: creditNote,
    refused_at: (refund.answeredAt ?? refund.askedAt).toISOString(),
  };
}
