import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { idSchema, instantSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";

/** Who reads the operator's books. */
export const bookReaders = byRole({ super_admin: "all", accountant: "all" });

/** The comparisons of the daily reconciliation, in the order of the screen. */
export const proofChecks = [
  "entries_balance",
  "balances_follow_entries",
  "card_money",
  "payments_settled",
  "reservations",
  "leases",
  "delivered_spend",
  "counted_events",
  "paid_invoices",
  "vat",
  "invoice_numbers",
  "promotions",
  "discounts",
  "payouts_in_transit",
  "publisher_debts",
  "bank_payouts",
  "payouts_settled",
] as const;
export type ProofCheck = (typeof proofChecks)[number];

const figureSchema = {
  /** A count, or an amount rounded to two places; `is_equal` compares the exact figures. */
  left: z.number(),
  right: z.number(),
  left_formatted: z.string(),
  right_formatted: z.string(),
  difference_formatted: z.string(),
};

export const proofSchema = z.object({
  id: z.number().int(),
  ran_at: instantSchema,
  /** Who requested it; null for the daily run. */
  asked_by: z.string().nullable(),
  is_equal: z.boolean(),
  checks: z.array(
    z.object({
      check: z.enum(proofChecks),
      /** null if the figures are counts. */
      currency: currencySchema.nullable(),
      is_equal: z.boolean(),
      /** The comparison failed because the other system did not answer. */
      is_unknown: z.boolean(),
      ...figureSchema,
      /** The individual differences; at most 50. */
      rows: z.array(z.object({ what: z.string(), ...figureSchema })),
      /** The number of further rows that differ. */
      more: z.number().int(),
    }),
  ),
});
export type Proof = z.infer<typeof proofSchema>;

export const proofSummarySchema = proofSchema
  .omit({ checks: true })
  .extend({ checks: z.number().int(), differing: z.number().int() });

const dayOnly = z.iso.date();
export const bookPeriodQuery = z.object({ from: dayOnly, to: dayOnly });
const money = { amount: amountSchema, amount_formatted: z.string(), currency: currencySchema };

export const billingBooksEndpoints = {
  listProofs: endpoint({
    method: "GET",
    path: "/billing/books/proofs",
    tag: "Books",
    summary: "The proofs that ledger, card processor, reservations, leases, delivery and invoices agree, newest first",
    who: bookReaders,
    query: pageQuery(["ran_at"], 30),
    output: pageOf(proofSummarySchema),
  }),
  showProof: endpoint({
    method: "GET",
    path: "/billing/books/proofs/:proof",
    tag: "Books",
    summary: "One proof: each comparison with its figures and the rows that differ",
    who: bookReaders,
    params: z.object({ proof: idSchema }),
    output: proofSchema,
    errors: ["not_found"],
  }),
  runProof: endpoint({
    method: "POST",
    path: "/billing/books/proofs",
    tag: "Books",
    summary: "Proves the books now",
    who: bookReaders,
    output: proofSchema,
    status: 201,
  }),
  showBooks: endpoint({
    method: "GET",
    path: "/billing/books",
    tag: "Books",
    summary: "Revenue by month of delivery, what customers still have, and VAT of a period of days in Zurich",
    who: bookReaders,
    query: bookPeriodQuery,
    output: z.object({
      from: dayOnly,
      to: dayOnly,
      /** Revenue recognized when impressions were delivered, by month. */
      revenue: z.array(z.object({ month: z.string(), ...money })),
      revenue_total: z.array(z.object(money)),
      /** The operator's debt to customers at the end of the last day: available and reserved. */
      balances: z.array(
        z.object({
          currency: currencySchema,
          available: amountSchema,
          reserved: amountSchema,
          total: amountSchema,
          available_formatted: z.string(),
          reserved_formatted: z.string(),
          total_formatted: z.string(),
          customers: z.number().int(),
        }),
      ),
      largest_balances: z.array(
        z.object({
          user: z.string(),
          user_name: z.string(),
          available: amountSchema,
          reserved: amountSchema,
          ...money,
        }),
      ),
      /** VAT of documents issued in the period: invoices less credit notes. */
      vat: z.array(
        z.object({
          country: z.string(),
          currency: currencySchema,
          /** Hundredths of a percent. */
          rate: z.number().int(),
          rate_formatted: z.string(),
          invoices: z.number().int(),
          credit_notes: z.number().int(),
          net: amountSchema,
          vat: amountSchema,
          gross: amountSchema,
          net_formatted: z.string(),
          vat_formatted: z.string(),
          gross_formatted: z.string(),
        }),
      ),
    }),
  }),
  exportJournal: endpoint({
    method: "GET",
    path: "/billing/books/journal",
    tag: "Books",
    summary: "The journal of a period with account numbers, as CSV or Excel; deliveries are one line a day and account",
    who: bookReaders,
    query: bookPeriodQuery.extend({ format: z.enum(["csv", "xlsx"]).default("csv") }),
    output: { file: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] },
  }),
};
