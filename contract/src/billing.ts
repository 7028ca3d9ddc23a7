import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { currencySchema, minorSchema, positiveMinorSchema } from "./money.ts";
import { pageOf, pageQuery } from "./page.ts";
import { budgetSchema } from "./users.ts";
import { instantSchema, uidSchema } from "./validation.ts";
import { advertisers, byRole, signedIn } from "./who.ts";

export const planIds = ["starter", "standard", "advanced"] as const;
export type PlanId = (typeof planIds)[number];

export const planSchema = z.object({
  id: z.enum(planIds),
  name: z.string(),
  image: z.string(),
  /** Price of the 3-month booking, in minor units (UI-PLAN-006). */
  price: minorSchema,
  price_per_month: minorSchema,
  price_formatted: z.string(),
  price_per_month_formatted: z.string(),
  impressions_per_month: z.number().int(),
  impressions_per_booking: z.number().int(),
  modal_title: z.string(),
  benefits: z.object({ KPI: z.array(z.string()), TARGETING: z.array(z.string()), HTML5: z.array(z.string()) }),
});
export type Plan = z.infer<typeof planSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  subscription_name: z.string(),
  amount: minorSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  status: z.enum(["open", "paid", "credited"]),
  created_at: instantSchema,
  pdf: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const paymentSchema = z.object({
  id: z.uuid(),
  user: uidSchema,
  kind: z.enum(["card", "package"]),
  amount: minorSchema,
  /** What the card pays: the amount and VAT. */
  amount_due: minorSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  status: z.enum(["pending", "succeeded", "failed", "refunded"]),
  reference: z.string().nullable(),
  /** Where the card is entered while the payment is pending. */
  checkout_url: z.string().nullable(),
  failure_message: z.string().nullable(),
  created_at: instantSchema,
});
export type Payment = z.infer<typeof paymentSchema>;

/** One movement of a customer's money, as the ledger has it. */
export const transactionSchema = z.object({
  id: z.string(),
  kind: z.string(),
  description: z.string(),
  amount: minorSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  campaign_id: z.number().int().nullable(),
  created_at: instantSchema,
});
export type Transaction = z.infer<typeof transactionSchema>;

const payers = byRole({ ...advertisers, sales: "own" });

export const billingEndpoints = {
  listInvoices: endpoint({
    method: "GET",
    path: "/billing/invoices",
    tag: "Billing",
    summary: "The signed-in user's invoices",
    who: signedIn,
    query: pageQuery(["id", "subscription_name", "amount", "created_at"], 30).extend({
      per_page: z.union([z.coerce.number().int().min(1).max(100), z.literal("all")]).default(30),
    }),
    output: pageOf(invoiceSchema),
  }),
  listPlans: endpoint({
    method: "GET",
    path: "/billing/plans",
    tag: "Billing",
    summary: "The three packages",
    who: signedIn,
    account: "any",
    output: z.array(planSchema),
  }),
  showBudget: endpoint({
    method: "GET",
    path: "/billing/budget",
    tag: "Billing",
    summary: "The sums of the own ledger accounts",
    who: signedIn,
    output: budgetSchema,
  }),
  listTransactions: endpoint({
    method: "GET",
    path: "/billing/transactions",
    tag: "Billing",
    summary: "The movements of the own ledger accounts, newest first",
    who: signedIn,
    query: pageQuery(["created_at"], 30),
    output: pageOf(transactionSchema),
  }),
  startCardPayment: endpoint({
    method: "POST",
    path: "/stripe",
    tag: "Payments",
    summary: "Starts a card payment of an amount in minor units; the answer holds the checkout page",
    who: payers,
    body: z.strictObject({ amount: positiveMinorSchema.max(100_000_000) }),
    output: paymentSchema,
    status: 201,
    movesMoney: true,
  }),
  confirmPayment: endpoint({
    method: "PATCH",
    path: "/stripe/:payment",
    tag: "Payments",
    summary: "Asks the card processor for the payment's state and applies it; repeated calls change nothing more",
    who: payers,
    params: z.object({ payment: z.uuid() }),
    output: paymentSchema,
    errors: ["not_found"],
  }),
  buyPackage: endpoint({
    method: "POST",
    path: "/stripe/package",
    tag: "Payments",
    summary: "Starts the card payment of a package for three months",
    who: payers,
    body: z.strictObject({ plan: z.enum([...planIds, "growth"]) }),
    output: paymentSchema,
    status: 201,
    movesMoney: true,
  }),
};
