import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { daySchema, idSchema } from "../kernel/validation.ts";
import { publisherSources } from "../publishers/publisher-report.ts";

/** Sites of a breakdown; the rest is one sum. */
export const maxBreakdownSites = 10;
export const maxBreakdownExchanges = 50;

const exchangeSchema = z.object({
  name: z.string(),
  /** `exchange`, or how a publisher's own page asked. */
  source: z.enum(["exchange", ...publisherSources]),
  /** What was paid through it, with its fees. */
  amount: amountSchema,
});
const siteSchema = z.object({
  /** The domain of a site, or the bundle of an app. */
  key: z.string(),
  text: z.string(),
  amount: amountSchema,
});

export const spendBreakdownSchema = z.object({
  from: daySchema,
  to: daySchema,
  currency: currencySchema,
  /** What the campaign was charged in the period. */
  spend: amountSchema,
  /**
   * What sites got of it, the exchanges' fees, and what providers of audiences got. Before exchange fees were recorded
   * by themselves they are in what sites got.
   */
  site_cost: amountSchema,
  exchange_fee: amountSchema,
  data_fee: amountSchema,
  /** The part of the spend for impressions whose cost is not known yet, by their share. */
  unknown: amountSchema,
  /** What remains for the platform, so that the parts add up; negative if the impressions cost more than was charged. */
  platform: amountSchema,
  exchanges: z.array(exchangeSchema).max(maxBreakdownExchanges),
  /** Most expensive first. */
  sites: z.array(siteSchema).max(maxBreakdownSites),
  other_sites: amountSchema,
});
export type SpendBreakdown = z.output<typeof spendBreakdownSchema>;

export const spendBreakdownEndpoints = {
  showSpendBreakdown: endpoint({
    method: "GET",
    path: "/statistics/campaigns/:campaign/spend-breakdown",
    tag: "Statistics",
    summary:
      "Where a campaign's money went: sites, exchanges, data and the platform; null unless the operator shows it",
    who: campaignEditors,
    params: z.object({ campaign: idSchema }),
    query: z.object({ from: daySchema.optional(), to: daySchema.optional() }),
    output: spendBreakdownSchema.nullable(),
    errors: ["not_found"],
  }),
};
