import type { Payment } from "@litfass/contract/billing/billing";
import { byLanguage, type Language } from "@litfass/contract/kernel/language";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Subject } from "../invoices/invoice.ts";
import { bookedOf } from "../plans/plan.ts";
import { bookingName } from "../plans/plan-texts.ts";
import type { PaymentRow } from "../tables.ts";
import { t } from "../texts.ts";
import { failureText } from "./payment-failures.ts";

/** What a payment buys. */
export const subjectOf = ({ plan, planMonths }: Pick<PaymentRow, "plan" | "planMonths">): Subject =>
  byLanguage((language) => (plan ? bookingName(bookedOf(plan, planMonths), language) : t(language, "payment.budget")));

export const dueMicros = (payment: Pick<PaymentRow, "amountMicros" | "vatMicros">): bigint =>
  payment.amountMicros + payment.vatMicros;

/** A payment in the format of the API. */
export function presentPayment(payment: PaymentRow, language: Language): Payment {
  const amount = minorOfMicros(payment.amountMicros);
  return {
    id: payment.id,
    user: payment.ownerUid,
    kind: payment.kind,
    amount,
    discount: minorOfMicros(payment.discountMicros),
    amount_due: minorOfMicros(dueMicros(payment)),
    amount_formatted: formatMinor(amount),
    currency: payment.currency,
    status: payment.status,
    reference: payment.reference,
    checkout_url: payment.status === "pending" ? payment.checkoutUrl : null,
    failure_message: failureText(payment.failureCode, language),
    created_at: payment.createdAt.toISOString(),
  };
}
