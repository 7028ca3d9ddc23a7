import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { signedIn } from "../kernel/who.ts";
import { budgetSchema } from "../users/users.ts";
import { billingApprovalEndpoints } from "./billing-approvals.ts";
import { billingBooksEndpoints } from "./billing-books.ts";
import { billingPaymentEndpoints } from "./billing-payments.ts";
import { billingRefundEndpoints } from "./billing-refunds.ts";
import { expectedAmount, invoiceSchema, planNameSchema, planSchema, transactionSchema } from "./billing-shapes.ts";
import { billingStatementEndpoints, payers } from "./billing-statement.ts";
import { customerMoneyEndpoints } from "./customer-money.ts";
import { customerPriceEndpoints } from "./customer-prices.ts";
import { issuedInvoiceEndpoints } from "./issued-invoices.ts";
import { manualInvoiceEndpoints } from "./manual-invoices.ts";
import { promotionCodeEndpoints } from "./promotion-codes.ts";

export * from "./billing-approvals.ts";
export * from "./billing-books.ts";
export * from "./billing-payments.ts";
export * from "./billing-refunds.ts";
export * from "./billing-shapes.ts";
export * from "./billing-statement.ts";
export * from "./customer-money.ts";
export * from "./customer-prices.ts";
export * from "./issued-invoices.ts";
export * from "./manual-invoices.ts";
export * from "./promotion-codes.ts";
export * from "./staff-fields.ts";

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
    summary: "The three packages at the caller's prices",
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
  sendInvoice: endpoint({
    method: "POST",
    path: "/billing/send-invoice",
    tag: "Billing",
    summary: "Orders a plan by invoice: the binding invoice is issued and mailed; the budget follows when it is paid",
    who: payers,
    body: z.strictObject({ planId: planNameSchema, expected_price: expectedAmount }),
    output: invoiceSchema,
    status: 201,
    movesMoney: true,
    errors: ["not_found", "conflict"],
  }),
  ...billingPaymentEndpoints,
  ...billingStatementEndpoints,
  ...issuedInvoiceEndpoints,
  ...manualInvoiceEndpoints,
  ...customerMoneyEndpoints,
  ...customerPriceEndpoints,
  ...promotionCodeEndpoints,
  ...billingApprovalEndpoints,
  ...billingRefundEndpoints,
  ...billingBooksEndpoints,
};
