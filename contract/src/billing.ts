import { z } from "zod";
import { billingAdminEndpoints } from "./billing-admin.ts";
import { invoiceSchema, paymentSchema, planNameSchema, planSchema, transactionSchema } from "./billing-shapes.ts";
import { billingStatementEndpoints, payers } from "./billing-statement.ts";
import { endpoint } from "./endpoint.ts";
import { positiveMinorSchema } from "./money.ts";
import { pageOf, pageQuery } from "./page.ts";
import { budgetSchema } from "./users.ts";
import { signedIn } from "./who.ts";

export * from "./billing-admin.ts";
export * from "./billing-shapes.ts";
export * from "./billing-statement.ts";

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
    body: z.strictObject({ plan: planNameSchema }),
    output: paymentSchema,
    status: 201,
    movesMoney: true,
  }),
  sendInvoice: endpoint({
    method: "POST",
    path: "/billing/send-invoice",
    tag: "Billing",
    summary: "Orders a plan by invoice: the binding invoice is issued and mailed; the budget follows when it is paid",
    who: payers,
    body: z.strictObject({ planId: planNameSchema }),
    output: invoiceSchema,
    status: 201,
    movesMoney: true,
  }),
  ...billingStatementEndpoints,
  ...billingAdminEndpoints,
};
