import type { CommandContext } from "@litfass/platform/command/command";
import type { UserRow } from "../../users/index.ts";
import { textIn } from "../invoices/invoice.ts";
import { findInvoice, setInvoiceStatus } from "../invoices/invoice-sql.ts";
import { bookService, creditOrder } from "../ledger/credit.ts";
import { bookPlan } from "../plans/book-plan.ts";
import { bookedOf } from "../plans/plan.ts";
import { approvalKey, postedBy } from "../posted-by.ts";
import { bookDiscount } from "../prices/book-discount.ts";
import type { OrderRow } from "../tables.ts";
import { subjectOfOrder } from "./invoice-order.ts";

/** Books the payment of an order's invoice: a plan or an amount becomes budget, a service is revenue. */
export async function creditPaidOrder(ctx: CommandContext, owner: UserRow, order: OrderRow): Promise<void> {
  const { tx } = ctx;
  const booked = order.plan && bookedOf(order.plan, order.planMonths);
  const invoice = order.invoiceNumber ? await findInvoice(tx, order.invoiceNumber) : null;
  if (!invoice) throw new Error(`Order ${order.id} has no invoice`);
  const by = postedBy(ctx);
  // An order's state and lock ensure that it is paid once, whatever key the entry has.
  const key = ctx.approval ? approvalKey(ctx.approval.id) : `order:${order.id}`;
  const book = order.service ? bookService : creditOrder;
  const { entryId } = await book(tx, {
    ...by,
    ownerUid: owner.uid,
    currency: order.currency,
    amountMicros: order.amountMicros,
    vatMicros: invoice.vatMicros,
    key,
    description: textIn(subjectOfOrder(order), owner.lang),
    details: {
      ...by.details,
      invoice: invoice.number,
      ...(booked ?? {}),
      ...(order.approvedBy ? { approvedBy: order.approvedBy } : {}),
    },
  });
  await bookDiscount(ctx, { ownerUid: owner.uid, key, paidEntry: entryId, sale: order, language: owner.lang });
  await setInvoiceStatus(tx, invoice.number, "paid", by.at);
  if (booked) await bookPlan(tx, { ...booked, ownerUid: owner.uid, key, at: by.at });
}
