import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, multiline } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";
import { subscriptionSchema } from "../users/users.ts";
import {
  adminInvoiceSchema,
  invoiceStatuses,
  manualInvoiceSchema,
  manualInvoiceStatuses,
  paymentListingSchema,
  planNameSchema,
  transactionSchema,
} from "./billing-shapes.ts";

/** Billing staff reach every invoice, account managers those of their customers (GUARD-005). */
export const invoiceReaders = byRole({ ...admins, accountant: "all", sales: "assigned" });
/** Who works on orders by invoice (ACT-011). */
export const billingStaff = byRole({ ...admins, accountant: "all" });

const maxMinor = 1_000_000_000;
const creditSchema = amountBetween(1, maxMinor);
const approvalIdSchema = z.number().int().nullable();
const noteSchema = multiline({ min: 0, max: 1000 }).nullish();
const requestParams = z.object({ invoiceRequest: idSchema });
const invoiceNumberSchema = z.string().regex(/^[A-Z]-\d{4}-\d{5,9}$/);

const manualInvoiceBody = z
  .strictObject({
    user: uidSchema,
    plan: planNameSchema.nullish(),
    description: line({ max: 200 }).optional(),
    amount: creditSchema.optional(),
    note: noteSchema,
  })
  .superRefine((body, context) => {
    if (body.plan) return;
    for (const field of ["description", "amount"] as const) {
      if (body[field] === undefined) context.addIssue({ code: "custom", path: [field], message: "rule.required" });
    }
  });

/** Which invoices: `from` and `to` are days of issue in the invoices' time zone, both included. */
const invoiceFilter = {
  status: z.enum(invoiceStatuses).optional(),
  user: uidSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
};

const transactionQuery = pageQuery(["created_at", "amount", "id", "description"], 30);

/** A movement, or above the limit what waits for a second person: `approval` is its number then. */
const askedTransactionSchema = transactionSchema.extend({ user: uidSchema, approval: z.number().int().nullable() });

export const billingAdminEndpoints = {
  listAllInvoices: endpoint({
    method: "GET",
    path: "/billing/admin/invoices",
    tag: "Billing administration",
    summary: "Invoices of all customers; account managers see those of their customers",
    who: invoiceReaders,
    query: pageQuery(["id", "subscription_name", "amount", "created_at", "user_name", "status"], 30).extend({
      ...invoiceFilter,
      per_page: z.union([z.coerce.number().int().min(1).max(100), z.literal("all")]).default(30),
    }),
    output: pageOf(adminInvoiceSchema),
  }),
  exportInvoices: endpoint({
    method: "GET",
    path: "/billing/admin/invoices/excel",
    tag: "Billing administration",
    summary: "The invoices of the same filter as a spreadsheet, at most 1000",
    who: invoiceReaders,
    query: pageQuery(["id", "subscription_name", "amount", "created_at", "user_name", "status"])
      .omit({ page: true, per_page: true })
      .extend(invoiceFilter),
    output: { file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] },
  }),
  downloadInvoices: endpoint({
    method: "POST",
    path: "/billing/admin/invoices/download",
    tag: "Billing administration",
    summary: "The chosen invoices: one as PDF, several as ZIP",
    who: invoiceReaders,
    body: z.strictObject({ ids: z.array(invoiceNumberSchema).min(1).max(200) }),
    output: { file: ["application/pdf", "application/zip"] },
    errors: ["not_found"],
  }),
  refundTransaction: endpoint({
    method: "POST",
    path: "/billing/admin/transactions/refund",
    tag: "Billing administration",
    summary: "Refunds a top-up in full or in part, with a credit note where an invoice was issued",
    who: byRole(admins),
    body: z.strictObject({
      transaction: z.string().regex(/^\d{1,18}$/),
      /** Without VAT; what is left of the transaction unless told. */
      amount: creditSchema.optional(),
      description: line({ min: 0, max: 200 }).optional(),
    }),
    output: askedTransactionSchema.extend({ credit_note: z.string().nullable() }),
    errors: ["not_found", "unavailable"],
    movesMoney: true,
  }),
  listManualInvoices: endpoint({
    method: "GET",
    path: "/billing/admin/manual-invoices",
    tag: "Billing administration",
    summary: "Orders by invoice",
    who: billingStaff,
    query: pageQuery(["id", "user_name", "amount", "status", "created_at"], 30).extend({
      status: z.enum(manualInvoiceStatuses).optional(),
    }),
    output: pageOf(manualInvoiceSchema),
  }),
  createManualInvoice: endpoint({
    method: "POST",
    path: "/billing/admin/manual-invoices",
    tag: "Billing administration",
    summary: "Opens an order by invoice for a customer: a plan, or a description and an amount",
    who: billingStaff,
    body: manualInvoiceBody,
    output: manualInvoiceSchema,
    status: 201,
    movesMoney: true,
  }),
  changeManualInvoice: endpoint({
    method: "PUT",
    path: "/billing/admin/manual-invoices/:invoiceRequest",
    tag: "Billing administration",
    summary: "Changes the note, and while no invoice is issued the description and amount",
    who: billingStaff,
    params: requestParams,
    body: z.strictObject({ description: line({ max: 200 }), amount: creditSchema, note: noteSchema }).partial(),
    output: manualInvoiceSchema,
    errors: ["not_found", "conflict"],
  }),
  deleteManualInvoice: endpoint({
    method: "DELETE",
    path: "/billing/admin/manual-invoices/:invoiceRequest",
    tag: "Billing administration",
    summary: "Removes an order by invoice that is not paid; with an invoice it stays, cancelled, with a credit note",
    who: billingStaff,
    params: requestParams,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  changeManualInvoiceStatus: endpoint({
    method: "PUT",
    path: "/billing/admin/manual-invoices/:invoiceRequest/change-status",
    tag: "Billing administration",
    summary: "New to approved or rejected, approved to paid or rejected; paid credits the budget once",
    who: billingStaff,
    params: requestParams,
    body: z.strictObject({ status: z.enum(manualInvoiceStatuses), note: noteSchema }),
    /** `approval`: the request that waits for a second person; the order is as before until then. */
    output: manualInvoiceSchema.extend({ approval: approvalIdSchema }),
    errors: ["not_found"],
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
    summary: "Books a plan for a user for three months; the plan's budget is credited, the same plan is prolonged",
    who: byRole(admins),
    params: z.object({ user: uidSchema }),
    body: z.strictObject({ plan: planNameSchema }),
    /** `approval`: the request that waits for a second person; the subscription is as before until then. */
    output: z.object({ user: uidSchema, subscription: subscriptionSchema, approval: approvalIdSchema }),
    errors: ["not_found"],
    movesMoney: true,
  }),
};
