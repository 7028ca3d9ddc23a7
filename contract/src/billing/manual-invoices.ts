import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, multiline } from "../kernel/text.ts";
import { idSchema, uidSchema } from "../kernel/validation.ts";
import { manualInvoiceSchema, manualInvoiceStatuses, planNameSchema } from "./billing-shapes.ts";
import { approvalIdSchema, billingStaff, creditSchema } from "./staff-fields.ts";

const noteSchema = multiline({ min: 0, max: 1000 }).nullish();
const requestParams = z.object({ invoiceRequest: idSchema });
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

export const manualInvoiceEndpoints = {
  listManualInvoices: endpoint({
    method: "GET",
    path: "/billing/admin/manual-invoices",
    tag: "Billing administration",
    summary: "Orders by invoice",
    who: billingStaff,
    query: pageQuery(["id", "user_name", "amount", "status", "created_at"], 30).extend({
      status: z.enum(manualInvoiceStatuses).optional(),
      /** Only this customer's. */
      user: uidSchema.optional(),
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
    errors: ["conflict"],
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
    /** `approval`: the request for a second person; the order is unchanged until then. */
    output: manualInvoiceSchema.extend({ approval: approvalIdSchema }),
    errors: ["not_found"],
    movesMoney: true,
  }),
};
