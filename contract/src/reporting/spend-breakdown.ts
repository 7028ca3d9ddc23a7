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
  /** What sites and exchanges got of it, with the exchanges' fees. */
  media_cost: amountSchema,
  /** The part of the spend for impressions whose cost is not known yet, by their share. */
  unknown: amountSchema,
  /** What remains for the platform; negative if the space cost more than was charged. */
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
    summary: "Where a campaign's money went: exchanges, sites and the platform; null unless the operator shows it",
    who: campaignEditors,
    params: z.object({ campaign: idSchema }),
    query: z.object({ from: daySchema.optional(), to: daySchema.optional() }),
    output: spendBreakdownSchema.nullable(),
    errors: ["not_found"],
  }),
};
