import { z } from "zod";
import { countrySchema } from "../kernel/country/countries.ts";
import { say } from "../kernel/validation.ts";
import { amountsBetween } from "./amounts.ts";

/** The largest cap that can be set. */
export const maxFrequencyCap = 1_000;

const cap = z.int().min(1).max(maxFrequencyCap);

/** What campaigns start with, and how often one visitor sees a campaign by its strategy. */
export const campaignDefaultsSchema = z.strictObject({
  /** Impressions per visitor and campaign, over its lifetime; null: no cap. */
  frequency_cap: z.strictObject({ awareness: cap, performance: cap.nullable() }),
  /** The proposed budget per month; a smaller one gets a hint. */
  monthly_budget: amountsBetween(100, 1_000_000_00),
  /** The proposed length. */
  weeks: z.int().min(1).max(52),
  /** The proposed circle around a place, in kilometers. */
  radius_km: z.int().min(1).max(500),
  /** Countries whose places are found first, after those of the customer's own. */
  countries: z
    .array(countrySchema)
    .max(20)
    .refine((countries) => new Set(countries).size === countries.length, say("settings.country_twice"))
    .meta({ examples: [["CH", "LI"]] }),
  /** Whether customers see on a campaign's page what sites, exchanges and the platform got of their money. */
  spend_breakdown: z.boolean(),
});
export type CampaignDefaults = z.output<typeof campaignDefaultsSchema>;
