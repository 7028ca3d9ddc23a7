import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { daySchema, uidSchema } from "../kernel/validation.ts";
import { adminInvoiceSchema, invoiceStatuses } from "./billing-shapes.ts";
import { invoiceReaders } from "./staff-fields.ts";

const invoiceNumberSchema = z.string().regex(/^[A-Z]-\d{4}-\d{5,9}$/);
/** Filters invoices: `from` and `to` are issue dates in the invoices' time zone, both inclusive. */
const invoiceFilter = {
  status: z.enum(invoiceStatuses).optional(),
  user: uidSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
};

export const issuedInvoiceEndpoints = {
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
};
