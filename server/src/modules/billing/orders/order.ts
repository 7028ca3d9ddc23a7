import type { ManualInvoice, ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { textIn } from "../invoices/invoice.ts";
import { bookedOf } from "../plans/plan.ts";
import { bookingName } from "../plans/plan-texts.ts";
import { serviceNames } from "../sold-service.ts";
import type { OrderRow } from "../tables.ts";

/** The transitions of an invoice order (STATE-014). */
const transitions: Record<ManualInvoiceStatus, ManualInvoiceStatus[]> = {
  new: ["approved", "rejected"],
  approved: ["paid", "rejected"],
  paid: [],
  rejected: [],
  cancelled: [],
};

export const allowedTransitions = (from: ManualInvoiceStatus): ManualInvoiceStatus[] => transitions[from];
export const mayGo = (from: ManualInvoiceStatus, to: ManualInvoiceStatus): boolean => transitions[from].includes(to);

const describeOrder = ({ plan, planMonths, service, description }: OrderRow, language: Language): string => {
  if (plan) return bookingName(bookedOf(plan, planMonths), language);
  return service ? textIn(serviceNames[service], language) : description;
};

/** An invoice order in the format of the API. */
export function presentOrder(row: OrderRow, userName: string, language: Language): ManualInvoice {
  const amount = minorOfMicros(row.amountMicros);
  return {
    id: row.id,
    user: row.ownerUid,
    user_name: userName,
    plan: row.plan,
    description: describeOrder(row, language),
    is_service: row.service !== null,
    amount,
    amount_formatted: formatMinor(amount),
    discount: minorOfMicros(row.discountMicros),
    currency: row.currency,
    status: row.status,
    allowed_statuses: allowedTransitions(row.status),
    note: row.note,
    invoice: row.invoiceNumber,
    pdf: row.invoiceNumber ? `/invoices/${row.invoiceNumber}` : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
