import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { campaignEditors, campaignParams, campaignSettings } from "./campaigns.ts";

const beforeAndAfter = <Value extends z.ZodType>(value: Value) => z.object({ before: value, after: value });

/** What a change of a running campaign's budget or end does. All amounts are in the campaign's currency. */
export const budgetPreviewSchema = z.object({
  currency: currencySchema,
  /** The smallest budget: what is spent, and what ad servers hold for ads on their way. */
  minimum: amountSchema,
  /** The largest budget that the owner's balance covers. */
  maximum: amountSchema,
  /** Taken from the balance, or returned to it: one of the two is 0. */
  reserved: amountSchema,
  returned: amountSchema,
  balance: beforeAndAfter(amountSchema),
  /** Impressions that the whole budget buys. */
  impressions: beforeAndAfter(z.number().int()),
  /** The even share of a day from now until the end. */
  per_day: beforeAndAfter(amountSchema),
});
export type BudgetPreview = z.infer<typeof budgetPreviewSchema>;

export const campaignBudgetEndpoints = {
  previewBudgetChange: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/budget-preview",
    tag: "Campaigns",
    summary:
      "What a change of a running campaign's budget or end does; saves nothing, and refuses with 422 what saving refuses",
    who: campaignEditors,
    params: campaignParams,
    body: z.strictObject({ total_budget: campaignSettings.total_budget, end_on: campaignSettings.end_on }).partial(),
    output: budgetPreviewSchema,
    errors: ["not_found", "conflict"],
  }),
};
