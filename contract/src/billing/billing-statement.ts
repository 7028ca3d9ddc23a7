import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { daySchema, instantSchema } from "../kernel/validation.ts";
import { advertisers, byRole } from "../kernel/who.ts";

/** The roles with a budget of their own. */
export const payers = byRole({ ...advertisers, sales: "own" });

/** Both days are inclusive, in the invoices' time zone; by default from the first movement to now. */
const period = { from: daySchema.optional(), to: daySchema.optional() };

/** One line of the statement: a movement of the available money, and the balance after it. */
export const statementLineSchema = z.object({
  id: z.string(),
  kind: z.string(),
  description: z.string(),
  /** Outgoing amount; null for incoming money. */
  debit: amountSchema.nullable(),
  credit: amountSchema.nullable(),
  balance: amountSchema,
  campaign_id: z.number().int().nullable(),
  invoice: z.string().nullable(),
  created_at: instantSchema,
});
export type StatementLine = z.infer<typeof statementLineSchema>;

export const statementSchema = pageOf(statementLineSchema).extend({
  currency: currencySchema,
  /** Opening + credits - debits = closing. */
  opening_balance: amountSchema,
  debits: amountSchema,
  credits: amountSchema,
  closing_balance: amountSchema,
  /** Time of the first movement in any period; null without one. */
  first_at: instantSchema.nullable(),
});
export type Statement = z.infer<typeof statementSchema>;

export const campaignSpendSchema = z.object({
  currency: currencySchema,
  /** Reserved in the period + reserved before = spent + returned + reserved after, for each row. */
  data: z.array(
    z.object({
      campaign_id: z.number().int(),
      name: z.string(),
      set_aside: amountSchema,
      spent: amountSchema,
      returned: amountSchema,
      /** Still reserved at the end of the period. */
      reserved: amountSchema,
    }),
  ),
  set_aside: amountSchema,
  spent: amountSchema,
  returned: amountSchema,
  reserved: amountSchema,
});
export type CampaignSpend = z.infer<typeof campaignSpendSchema>;

const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const billingStatementEndpoints = {
  showStatement: endpoint({
    method: "GET",
    path: "/billing/statement",
    tag: "Billing",
    summary: "The own account like a bank's statement: debit, credit and the balance after each line, newest first",
    who: payers,
    query: pageQuery(["created_at"], 30)
      .omit({ sort: true })
      .extend({ ...period, direction: z.enum(["asc", "desc"]).default("desc") }),
    output: statementSchema,
    errors: ["not_found"],
  }),
  exportStatement: endpoint({
    method: "GET",
    path: "/billing/statement/export",
    tag: "Billing",
    summary: "All lines of a period, oldest first, as CSV or spreadsheet",
    who: payers,
    query: z.object({ ...period, format: z.enum(["csv", "xlsx"]).default("xlsx") }),
    output: { file: ["text/csv", spreadsheet] },
    errors: ["not_found"],
  }),
  printStatement: endpoint({
    method: "GET",
    path: "/billing/statement/months/:month",
    tag: "Billing",
    summary: "The statement of a month (YYYY-MM) as PDF, with what each campaign spent in it",
    who: payers,
    params: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) }),
    output: { file: ["application/pdf"] },
    errors: ["not_found"],
  }),
  showCampaignSpend: endpoint({
    method: "GET",
    path: "/billing/campaign-spend",
    tag: "Billing",
    summary: "Where the money went: per campaign what was set aside, spent, returned and is still reserved",
    who: payers,
    query: z.object(period),
    output: campaignSpendSchema,
  }),
};
