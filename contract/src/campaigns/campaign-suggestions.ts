import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { opaque } from "../kernel/text.ts";
import { targetingSchema } from "../targeting/targeting.ts";
import { campaignEditors, campaignParams } from "./campaigns.ts";

export const suggestionKinds = [
  "radius",
  "surroundings",
  "topics",
  "unknown",
  "devices",
  "hours",
  "audiences",
  "people",
  "sites",
  "browsers",
  /** Every other suggestion at once. */
  "all",
] as const;
export const campaignSuggestionsSchema = z.object({
  /** Impressions per day needed to spend the remaining budget; null if the period is over. */
  needed_per_day: z.number().int().nullable(),
  /** Impressions per day with the current settings. */
  per_day: z.number().int(),
  suggestions: z
    .array(
      z.object({
        kind: z.enum(suggestionKinds),
        /** The largest radius in km after the change; null where none is drawn. */
        radius_km: z.number().nullable(),
        per_day: z.number().int(),
        /** The settings to save. */
        targeting: targetingSchema,
        categories: z.array(opaque({ min: 0, max: 20 })).max(50),
      }),
    )
    .max(6),
});
export type CampaignSuggestions = z.infer<typeof campaignSuggestionsSchema>;

export const campaignSuggestionEndpoints = {
  listCampaignSuggestions: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/suggestions",
    tag: "Campaigns",
    summary: "Changes of the target group that would bring more impressions, the most effective first; saves nothing",
    who: campaignEditors,
    params: campaignParams,
    output: campaignSuggestionsSchema,
    errors: ["not_found"],
  }),
};
