import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageMeta, pageQuery } from "../kernel/paging.ts";
import { daySchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";

/** What the operator's margin can be grouped by. */
export const marginGroupings = ["campaign", "exchange", "site"] as const;
export type MarginGrouping = (typeof marginGroupings)[number];
export const marginSorts = [
  "text",
  "impressions",
  "spend",
  "media_cost",
  "exchange_fee",
  "data_fee",
  "margin",
  "margin_rate",
] as const;
export type MarginSort = (typeof marginSorts)[number];

/** Who sees what media costs: like the books. */
export const marginReaders = byRole({ super_admin: "all", accountant: "all" });
const tag = "Statistics";
const count = z.int().nonnegative();

const figures = {
  currency: currencySchema,
  impressions: count,
  /** Impressions whose price the exchange told; the cost of the others is unknown, and not in the margin. */
  known_costs: count,
  /** What customers were charged, and what exchanges charge, with their fees. */
  spend: amountSchema,
  media_cost: amountSchema,
  /** The exchanges' fees, a part of the media cost; earlier releases did not tell them apart. */
  exchange_fee: amountSchema,
  /** What providers of audiences get, beside the media cost. */
  data_fee: amountSchema,
  /** The spend less the media cost and the data fees. */
  margin: amountSchema,
  /** Share of the spend, 0 to 1; null without a spend. */
  margin_rate: z.number().nullable(),
};
const rowSchema = z.object({
  /** The campaign's ID, the exchange's name, or the domain of a site or bundle of an app. */
  key: z.string(),
  text: z.string(),
  ...figures,
});
export type MarginRow = z.output<typeof rowSchema>;

const choice = {
  group_by: z.enum(marginGroupings).default("campaign"),
  from: daySchema.optional(),
  to: daySchema.optional(),
};
const listQuery = pageQuery(marginSorts, 30).omit({ search: true }).extend(choice);

export const marginEndpoints = {
  listMargins: endpoint({
    method: "GET",
    path: "/statistics/margins",
    tag,
    summary: "Spend, media cost, fees and margin by campaign, exchange or site; the sums agree with the ledger",
    who: marginReaders,
    query: listQuery,
    output: z.object({
      data: z.array(rowSchema),
      meta: pageMeta,
      from: daySchema,
      to: daySchema,
      /** Sums of all rows by currency. */
      totals: z.array(z.object(figures)),
    }),
  }),
  exportMargins: endpoint({
    method: "GET",
    path: "/statistics/margins/export",
    tag,
    summary: "The margins of a period as CSV, at most 10,000 rows",
    who: marginReaders,
    query: listQuery.omit({ page: true, per_page: true }),
    output: { file: ["text/csv"] },
  }),
};
