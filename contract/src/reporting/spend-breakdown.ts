import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { daySchema, idSchema } from "../kernel/validation.ts";

/** Sites of a breakdown; the rest is one sum. */
export const maxBreakdownSites = 10;
export const maxBreakdownExchanges = 50;

const partSchema = z.object({
  /** The exchange's name, or the domain of a site or bundle of an app. */
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
  exchanges: z.array(partSchema).max(maxBreakdownExchanges),
  /** Most expensive first. */
  sites: z.array(partSchema).max(maxBreakdownSites),
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
