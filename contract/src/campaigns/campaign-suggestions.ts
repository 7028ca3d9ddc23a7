import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { targetingSchema } from "../targeting/targeting.ts";
import { campaignEditors, campaignParams } from "./campaigns.ts";

export const suggestionKinds = [
  "radius",
  "unknown",
  "devices",
  "hours",
  "audiences",
  "people",
  "sites",
  "browsers",
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
        /** The largest radius in km after the change; null for the other kinds. */
        radius_km: z.number().nullable(),
        per_day: z.number().int(),
        /** The settings to save. */
        targeting: targetingSchema,
      }),
    )
    .max(5),
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
