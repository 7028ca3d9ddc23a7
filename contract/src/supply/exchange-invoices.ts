import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { opaque } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";
import { exchangeName } from "./exchanges.ts";

/** Those who read the books; they also accept invoices. */
const accountants = byRole({ super_admin: "all", accountant: "all" });
const tag = "Exchanges";

/** Why a line of an exchange's invoice differs from what was booked. */
export const differenceReasons = [
  "missing_notice",
  "late_notice",
  "time_zone",
  "invalid_traffic",
  "fee",
  "rounding",
  "price",
] as const;
export type DifferenceReason = (typeof differenceReasons)[number];
/** `superseded`: a later import for the same exchange and month replaced it. */
export const exchangeInvoiceStates = ["open", "accepted", "superseded"] as const;

const month = opaque({ max: 7 })
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, say("exchange_invoices.month"))
  .meta({ examples: ["2026-11"] });
const count = z.int().nonnegative();
/** A decimal with six places: the exact amount, in the currency of its line. */
const exactAmount = z.string().meta({ examples: ["12.345678"] });
const lineCurrency = z.string();

const totalSchema = z.object({
  currency: lineCurrency,
  invoiced: exactAmount,
  booked: exactAmount,
  difference: exactAmount,
});
const invoiceSchema = z.object({
  id: z.int(),
  exchange: z.string(),
  month: z.string(),
  /** 1 for the first import of a month, one more with every correction. */
  revision: z.int().positive(),
  state: z.enum(exchangeInvoiceStates),
  source: z.enum(["csv", "report"]),
  lines: count,
  imported_at: instantSchema,
  accepted_at: instantSchema.nullable(),
});
export type ExchangeInvoice = z.infer<typeof invoiceSchema>;

const lineSchema = z.object({
  day: daySchema,
  currency: lineCurrency,
  site: z.string(),
  campaign: z.string(),
  impressions: count,
  booked_impressions: count,
  invoiced: exactAmount,
  booked: exactAmount,
  /** Invoiced less booked; the parts sum to it exactly. */
  difference: exactAmount,
  parts: z.array(z.object({ reason: z.enum(differenceReasons), amount: exactAmount, impressions: z.int() })),
});
export type ExchangeInvoiceLine = z.infer<typeof lineSchema>;

const detailSchema = invoiceSchema.extend({
  /** By how many hours the exchange's days seem to begin before those of UTC. */
  day_offset_hours: z.int(),
  totals: z.array(totalSchema),
  /** What acceptance books, in account currencies: the accrued cost is replaced by what is payable. */
  postings: z.array(z.object({ currency: currencySchema, accrued: exactAmount, payable: exactAmount })),
  history: z.array(invoiceSchema.pick({ id: true, revision: true, state: true, imported_at: true })),
});
export type ExchangeInvoiceDetail = z.infer<typeof detailSchema>;

const params = z.object({ invoice: idSchema });
const onlyDifferences = z.stringbool().default(false);
const listQuery = pageQuery(["month"], 30).omit({ search: true });
const importErrors = ["not_found", "conflict"] as const;

/** An amount with its micros, as shown. */
const amount = opaque({ max: 30 }).regex(/^-?\d+\.\d{6}$/, say("exchange_invoices.amount"));

export const exchangeInvoiceEndpoints = {
  listExchangeInvoices: endpoint({
    method: "GET",
    path: "/exchange-invoices",
    tag,
    summary: "Imported invoices of exchanges, newest month first",
    who: accountants,
    query: listQuery,
    output: pageOf(invoiceSchema),
  }),
  listInvoicingExchanges: endpoint({
    method: "GET",
    path: "/exchange-invoices/exchanges",
    tag,
    summary: "The exchanges whose invoices can be imported, and whether each offers a report",
    who: accountants,
    output: z.array(z.object({ name: z.string(), has_report: z.boolean() })),
  }),
  importExchangeInvoice: endpoint({
    method: "POST",
    path: "/exchange-invoices",
    tag,
    summary:
      "Imports an invoice as CSV with the columns day, currency, impressions, media and optionally site, campaign, fee, deduction and total. The same content changes nothing; other content supersedes the month's earlier import",
    who: accountants,
    body: z.strictObject({ exchange: exchangeName, month, csv: opaque({ max: 900_000 }) }),
    output: invoiceSchema,
    errors: [...importErrors],
  }),
  importExchangeReport: endpoint({
    method: "POST",
    path: "/exchange-invoices/fetch",
    tag,
    summary: "Imports the monthly report that an exchange offers at the address in its settings",
    who: accountants,
    body: z.strictObject({ exchange: exchangeName, month }),
    output: invoiceSchema,
    errors: [...importErrors, "unavailable"],
  }),
  showExchangeInvoice: endpoint({
    method: "GET",
    path: "/exchange-invoices/:invoice",
    tag,
    summary: "An invoice with its sums, what acceptance books, and earlier imports of the month",
    who: accountants,
    params,
    output: detailSchema,
    errors: ["not_found", "conflict"],
  }),
  listExchangeInvoiceLines: endpoint({
    method: "GET",
    path: "/exchange-invoices/:invoice/lines",
    tag,
    summary: "An invoice's lines next to the booked cost, with the reasons of each difference",
    who: accountants,
    params,
    query: listQuery.omit({ sort: true, direction: true }).extend({ only_differences: onlyDifferences }),
    output: pageOf(lineSchema),
    errors: ["not_found", "conflict"],
  }),
  exportExchangeInvoice: endpoint({
    method: "GET",
    path: "/exchange-invoices/:invoice/export",
    tag,
    summary: "The same lines as CSV",
    who: accountants,
    params,
    query: z.object({ only_differences: onlyDifferences }),
    output: { file: ["text/csv"] },
    errors: ["not_found", "conflict"],
  }),
  approveExchangeInvoice: endpoint({
    method: "POST",
    path: "/exchange-invoices/:invoice/accept",
    tag,
    summary:
      "Books the invoice: accrued cost becomes payable, the difference is media cost. Above the limit a second person approves. `postings` are those that were shown; 409 if they have changed",
    who: accountants,
    params,
    body: z.strictObject({
      postings: z
        .array(
          z.strictObject({
            currency: currencySchema,
            accrued: amount.meta({ examples: ["1204.530000"] }),
            payable: amount.meta({ examples: ["1198.120000"] }),
          }),
        )
        .max(2),
    }),
    /** `approval`: the request for a second person; nothing is booked until then. */
    output: z.object({ approval: z.int().nullable() }),
    errors: ["not_found", "conflict"],
    movesMoney: true,
  }),
};
