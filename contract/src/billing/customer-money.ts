import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageQuery } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { instantSchema, uidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";
import { subscriptionSchema } from "../users/users.ts";
import { paymentListingSchema, planNameSchema, transactionSchema } from "./billing-shapes.ts";
import { approvalIdSchema, creditSchema, maxMinor } from "./staff-fields.ts";

const transactionQuery = pageQuery(["created_at", "amount", "id", "description"], 30);
/** A movement, or above the limit a request for a second person, whose number is `approval`. */
const askedTransactionSchema = transactionSchema.extend({ user: uidSchema, approval: z.number().int().nullable() });

export const customerMoneyEndpoints = {
  refundTransaction: endpoint({
    method: "POST",
    path: "/billing/admin/transactions/refund",
    tag: "Billing administration",
    summary: "Refunds a top-up in full or in part, with a credit note where an invoice was issued",
    who: byRole(admins),
    body: z.strictObject({
      transaction: z.string().regex(/^\d{1,18}$/),
      /** Without VAT; by default the remainder of the transaction. */
      amount: creditSchema.optional(),
      description: line({ min: 0, max: 200 }).optional(),
    }),
    output: askedTransactionSchema.extend({ credit_note: z.string().nullable() }),
    errors: ["not_found", "unavailable"],
    movesMoney: true,
  }),
  makeTransaction: endpoint({
    method: "POST",
    path: "/billing/make-transaction",
    tag: "Billing administration",
    summary: "Credits budget to a user; an account manager passes on the own balance to an assigned customer",
    who: byRole({ ...admins, sales: "assigned" }),
    body: z.strictObject({
      user: uidSchema,
      amount: amountBetween(1, maxMinor, { error: "rule.max_value" }),
      kind: z.enum(["manual", "subsidy"]).default("manual"),
      description: line({ min: 0, max: 200 }).optional(),
    }),
    output: askedTransactionSchema,
    status: 201,
    errors: ["not_found"],
    movesMoney: true,
  }),
  listUserTransactions: endpoint({
    method: "GET",
    path: "/users/:user/transactions",
    tag: "Billing administration",
    summary: "A user's transactions and totals; for an account manager also those passed on to customers",
    who: byRole({ ...admins, accountant: "all", sales: "assigned" }),
    params: z.object({ user: uidSchema }),
    query: transactionQuery,
    output: paymentListingSchema,
    errors: ["not_found"],
  }),
  listTransactionsWithCustomer: endpoint({
    method: "GET",
    path: "/users/:user/transactions/:customer",
    tag: "Billing administration",
    summary: "An account manager's transactions with one customer, and their totals",
    who: byRole({ ...admins, accountant: "all", sales: "assigned" }),
    params: z.object({ user: uidSchema, customer: uidSchema }),
    query: transactionQuery,
    output: paymentListingSchema,
    errors: ["not_found"],
  }),
  setMaxBalance: endpoint({
    method: "POST",
    path: "/admin/users/:user/max-balance",
    tag: "Billing administration",
    summary: "Sets the ceiling of an account manager's own balance",
    who: byRole(admins),
    params: z.object({ user: uidSchema }),
    body: z.strictObject({ maxBalance: amountBetween(0, maxMinor) }),
    output: z.object({ user: uidSchema, maxBalance: amountSchema, currency: currencySchema, set_at: instantSchema }),
    errors: ["not_found"],
  }),
  setSubscription: endpoint({
    method: "POST",
    path: "/admin/users/:user/subscription",
    tag: "Billing administration",
    summary: "Books a plan for a user for its term; the plan's budget is credited, the same plan is prolonged",
    who: byRole(admins),
    params: z.object({ user: uidSchema }),
    body: z.strictObject({ plan: planNameSchema }),
    /** `approval`: the request for a second person; the subscription is unchanged until then. */
    output: z.object({ user: uidSchema, subscription: subscriptionSchema, approval: approvalIdSchema }),
    errors: ["not_found"],
    movesMoney: true,
  }),
};
