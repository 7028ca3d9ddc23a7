import type { PlanId } from "@litfass/contract/billing/billing";
import { vatOf } from "@litfass/contract/billing/vat-amount";
import { byLanguage } from "@litfass/contract/kernel/language";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { findCompany } from "@litfass/platform/settings/read-settings";
import type { UserRow } from "../../users/index.ts";
import { dayOf, type Subject, subjectOfInvoice } from "../invoices/invoice.ts";
import { findInvoice, setInvoiceStatus } from "../invoices/invoice-sql.ts";
import { discountOf, issueInvoice } from "../invoices/issue-invoice.ts";
import { sendInvoiceMail } from "../invoices/mail-invoice.ts";
import { bookedOf } from "../plans/plan.ts";
import { bookingName } from "../plans/plan-texts.ts";
import { sellerOf } from "../seller.ts";
import { type ServiceId, serviceNames } from "../sold-service.ts";
import type { InvoiceRow, OrderRow } from "../tables.ts";
import { vatRateFor } from "../vat/vat.ts";

export const subjectOfOrder = (order: OrderSubject): Subject => {
  const { plan, planMonths, service, description } = order;
  if (plan) return byLanguage((language) => bookingName(bookedOf(plan, planMonths), language));
  return service ? serviceNames[service] : byLanguage(() => description);
};

type OrderSubject = { plan: PlanId | null; planMonths: number | null; service?: ServiceId | null; description: string };

/** Dependencies of issuing and mailing an invoice: a platform, or a command's context. */
export type InvoicingParts = Pick<Platform, "config" | "clock"> & { jobs: Pick<Platform["jobs"], "send"> };

/** Issues and mails the invoice of an order. */
export async function issueForOrder(
  tx: Transaction,
  platform: InvoicingParts,
  owner: UserRow,
  order: OrderSubject &
    Pick<OrderRow, "amountMicros" | "currency"> &
    Partial<Pick<OrderRow, "discountMicros" | "discountTerms">>,
): Promise<InvoiceRow> {
  const at = platform.clock.now();
  const company = await findCompany(tx, platform.config.company, at);
  const vatRate = vatRateFor(owner.countryCode, dayOf(at), company);
  const invoice = await issueInvoice(tx, {
    owner,
    seller: sellerOf(company, order.currency),
    currency: order.currency,
    subject: subjectOfOrder(order),
    isService: Boolean(order.service),
    netMicros: order.amountMicros,
    vatMicros: vatOf(order.amountMicros, vatRate),
    vatRate,
    paidBy: "order",
    discount: discountOf(order),
    at,
  });
  await sendInvoiceMail(platform, tx, invoice.number);
  return invoice;
}

/** Cancels an open invoice with a credit note over its whole amount. */
export async function withdrawInvoice(
  tx: Transaction,
  platform: InvoicingParts,
  owner: UserRow,
  number: string | null,
): Promise<void> {
  const invoice = number ? await findInvoice(tx, number) : null;
  if (invoice?.status !== "open") return;
  const at = platform.clock.now();
  await issueInvoice(tx, {
    owner,
    seller: sellerOf(await findCompany(tx, platform.config.company, at), invoice.currency),
    currency: invoice.currency,
    subject: subjectOfInvoice(invoice),
    netMicros: -invoice.netMicros,
    vatMicros: -invoice.vatMicros,
    vatRate: invoice.vatRate,
    paidBy: "order",
    corrects: invoice.number,
    at,
  });
  await setInvoiceStatus(tx, invoice.number, "credited", at);
}
