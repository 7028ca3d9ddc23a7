import { z } from "zod";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf } from "../kernel/paging.ts";
import { daySchema, instantSchema, uidSchema } from "../kernel/validation.ts";

export const planIds = ["starter", "standard", "advanced"] as const;
export type PlanId = (typeof planIds)[number];
/** The plan names in requests: `growth` is an alias of `standard` (PKG-002). */
export const planNameSchema = z
  .enum([...planIds, "growth"], { error: "plan.unknown" })
  .transform((name): PlanId => (name === "growth" ? "standard" : name));

/**
 * What the buyer was shown, without VAT. If it is another amount by now, the answer is 409 and nothing is bought; left
 * out, the present amount applies.
 */
export const expectedAmount = amountBetween(0, 9_000_000_000_000).optional();

/** `offer` and `introductory`: a discount of the price list. `agreed`: with this customer. */
export const discountKinds = ["offer", "introductory", "agreed"] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** Why a plan costs less than its list price. */
export const planReductionSchema = z.object({
  kind: z.enum(discountKinds),
  /** In the reader's language. */
  label: z.string(),
  /** Null where the discount is an amount. */
  percent: z.number().nullable(),
  /** Of the booking, without VAT. */
  amount: amountSchema,
  list_price: amountSchema,
  list_price_per_month: amountSchema,
  list_price_formatted: z.string(),
  list_price_per_month_formatted: z.string(),
  last_on: daySchema,
  first_purchase_only: z.boolean(),
});

export const planSchema = z.object({
  id: z.enum(planIds),
  name: z.string(),
  image: z.string(),
  /** What stands before the amounts: the caller's currency, or several that have the same prices. */
  currency_label: z.string(),
  /** How many months a booking runs. */
  term_months: z.number().int(),
  /** What the caller pays for a booking of that term, without VAT (UI-PLAN-006). */
  price: amountSchema,
  price_per_month: amountSchema,
  price_formatted: z.string(),
  price_per_month_formatted: z.string(),
  impressions_per_month: z.number().int(),
  impressions_per_booking: z.number().int(),
  modal_title: z.string(),
  /** Null: the list price applies. */
  discount: planReductionSchema.nullable(),
  benefits: z.object({ KPI: z.array(z.string()), TARGETING: z.array(z.string()), HTML5: z.array(z.string()) }),
});
export type Plan = z.infer<typeof planSchema>;

export const invoiceStatuses = ["open", "paid", "credited"] as const;
export const invoiceSchema = z.object({
  /** The invoice number, which is also its transaction number (UI-BILL-008). */
  id: z.string(),
  number: z.string(),
  kind: z.enum(["invoice", "credit_note"]),
  subscription_name: z.string(),
  /** The amount to pay, including VAT; negative on a credit note. */
  amount: amountSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  status: z.enum(invoiceStatuses),
  /** The due date of an order's invoice; null for other ones. */
  due_on: daySchema.nullable(),
  created_at: instantSchema,
  /** URL of the PDF. */
  pdf: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const paymentSchema = z.object({
  id: z.uuid(),
  user: uidSchema,
  kind: z.enum(["card", "package"]),
  /** Without VAT. */
  amount: amountSchema,
  /** Budget that comes on top of the amount: a plan's discount, or the bonus of a large payment. */
  discount: amountSchema,
  /** The amount paid by card, including VAT. */
  amount_due: amountSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  status: z.enum(["pending", "succeeded", "failed", "refunded"]),
  /** The card processor's payment id. */
  reference: z.string().nullable(),
  /** The URL for entering the card while the payment is pending. */
  checkout_url: z.string().nullable(),
  /** Why the card was declined, in the reader's language. */
  failure_message: z.string().nullable(),
  created_at: instantSchema,
});
export type Payment = z.infer<typeof paymentSchema>;

/** A movement of a customer's money in the ledger. */
export const transactionSchema = z.object({
  id: z.string(),
  kind: z.string(),
  description: z.string(),
  amount: amountSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  campaign_id: z.number().int().nullable(),
  created_at: instantSchema,
});
export type Transaction = z.infer<typeof transactionSchema>;

/** A customer's movements for staff, with the sums above the list (FIELD-PAYL-002). */
export const paymentListingSchema = pageOf(
  transactionSchema.extend({
    user: uidSchema,
    user_name: z.string(),
    /** Refundable amount; 0 if nothing can be refunded. */
    refundable: amountSchema,
  }),
).extend({
  sums: z.object({
    currency: currencySchema,
    /** Budget credit added by admins. */
    manual_balance: amountSchema,
    /** Total paid budget. */
    stripe: amountSchema,
    balance_reserved: amountSchema,
    balance: amountSchema,
    manual_balance_formatted: z.string(),
    stripe_formatted: z.string(),
    balance_reserved_formatted: z.string(),
    balance_formatted: z.string(),
  }),
});
export type PaymentListing = z.infer<typeof paymentListingSchema>;

/** `cancelled`: removed by staff after its invoice was issued; a credit note canceled the invoice. */
export const manualInvoiceStatuses = ["new", "approved", "paid", "rejected", "cancelled"] as const;
export type ManualInvoiceStatus = (typeof manualInvoiceStatuses)[number];
/** An order paid by invoice, until billing staff confirm the payment (FIELD-MIR-002). */
export const manualInvoiceSchema = z.object({
  id: z.number().int(),
  user: uidSchema,
  user_name: z.string(),
  plan: z.enum(planIds).nullable(),
  description: z.string(),
  /** A service: its payment is revenue and credits nothing. */
  is_service: z.boolean(),
  /** The net price; credited as budget unless it is for a service. */
  amount: amountSchema,
  amount_formatted: z.string(),
  /** Budget that comes on top of the amount, because a plan is sold below its list price. */
  discount: amountSchema,
  currency: currencySchema,
  status: z.enum(manualInvoiceStatuses),
  /** The allowed next states. */
  allowed_statuses: z.array(z.enum(manualInvoiceStatuses)),
  note: z.string().nullable(),
  invoice: z.string().nullable(),
  pdf: z.string().nullable(),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type ManualInvoice = z.infer<typeof manualInvoiceSchema>;

/** An invoice for billing staff, with its customer. */
export const adminInvoiceSchema = invoiceSchema.extend({
  user: uidSchema,
  user_name: z.string(),
  user_email: z.string().nullable(),
  /** The order for which it was issued, for roles that manage orders; null if it was paid by card. */
  order: manualInvoiceSchema.nullable(),
});
