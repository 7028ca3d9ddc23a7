import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid } from "@litfass/platform/problem";
import { currencyOf, findUser } from "../../users/index.ts";
import { textIn } from "../invoices/invoice.ts";
import { type ServiceId, serviceNames } from "../sold-service.ts";
import { type InvoicingParts, issueForOrder, withdrawInvoice } from "./invoice-order.ts";
import { insertOrder, lockOrderRow, updateOrder } from "./order-sql.ts";

export type ServiceOrder = { ownerUid: string; service: ServiceId; amountMicros: bigint };

/**
 * Orders a service by invoice: issues and mails the binding invoice and creates an order for billing staff. Its
 * payment is revenue, never budget. @returns the number of the order. @throws 422 without a billing address.
 */
export async function orderService(platform: InvoicingParts, tx: Transaction, input: ServiceOrder): Promise<number> {
  const owner = await findUser(tx, input.ownerUid);
  if (!owner?.city || !owner.postalCode) throw invalid({ brief: ["profile.address_missing"] });
  const { ownerUid, service, amountMicros } = input;
  const order = {
    plan: null,
    planMonths: null,
    service,
    description: textIn(serviceNames[service], owner.lang),
    amountMicros,
    currency: currencyOf(owner),
  };
  const invoice = await issueForOrder(tx, platform, owner, order);
  const at = platform.clock.now();
  const row = await insertOrder(tx, {
    ...order,
    ownerUid,
    status: "new",
    invoiceNumber: invoice.number,
    createdBy: ownerUid,
    createdAt: at,
    updatedAt: at,
  });
  return row.id;
}

/** Cancels an ordered service: a credit note corrects its open invoice. @throws 409 if it is paid. */
export async function cancelService(platform: InvoicingParts, tx: Transaction, orderId: number): Promise<void> {
  const order = await lockOrderRow(tx, orderId);
  if (!order || order.status === "rejected") return;
  if (order.status === "paid") throw conflict("order_paid");
  const owner = await findUser(tx, order.ownerUid);
  if (!owner) throw new Error(`Order ${orderId} has no owner`);
  await withdrawInvoice(tx, platform, owner, order.invoiceNumber);
  await updateOrder(tx, orderId, { status: "rejected" }, platform.clock.now());
}
