import type { Currency } from "@litfass/contract/kernel/money";
import type { CommandContext } from "@litfass/platform/command/command";
import { approvalKey, postedBy } from "../posted-by.ts";
import { hourOf } from "./book-spend.ts";
import { line, linesOf, mediaInvoiced, mediaPayable, platformAccount } from "./ledger.ts";
import { postEntry } from "./ledger-sql.ts";
import { bookOpenSpend } from "./open-spend-sql.ts";

export type MediaInvoicePosting = {
  currency: Currency;
  /** The accrued cost that the invoice settles, and what it makes payable. Negative to undo an earlier booking. */
  accruedMicros: bigint;
  payableMicros: bigint;
};

/**
 * Books an exchange's accepted invoice: the accrued cost is closed, the invoiced amount is payable, and the difference
 * is media cost. One entry for all currencies; a repeated key changes nothing.
 */
export async function bookMediaInvoice(
  ctx: CommandContext,
  { exchange, invoice, postings }: { exchange: string; invoice: number; postings: MediaInvoicePosting[] },
): Promise<void> {
  const lines = postings.flatMap(({ currency, accruedMicros, payableMicros }) =>
    linesOf(
      line(mediaPayable(exchange, currency), -accruedMicros),
      line(mediaInvoiced(exchange, currency), payableMicros),
      line(platformAccount("media_cost", currency), accruedMicros - payableMicros),
    ),
  );
  if (lines.length === 0) return;
  await bookOpenSpend(ctx.tx, { payee: exchange, before: hourOf(ctx.clock.now()) });
  const { details, ...author } = postedBy(ctx);
  await postEntry(ctx.tx, {
    key: ctx.approval ? approvalKey(ctx.approval.id) : `media-invoice:${invoice}`,
    kind: "media_invoice",
    ...author,
    details: { ...details, exchange, exchange_invoice: invoice },
    lines,
  });
}
