import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { budgetPreviewSchema } from "./campaign-budget.ts";
import { changedFieldSchema } from "./campaign-history.ts";
import { campaignEditors, campaignParams, settingsChangeSchema } from "./campaigns.ts";
import { forecastSchema } from "./forecast.ts";

const forecastFigures = forecastSchema.pick({ available: true, reach: true, viewable_rate: true });

/** What a change of a running or paused campaign does. */
export const changePreviewSchema = z.object({
  /** The settings that differ, as the history will show them; empty if nothing changes. */
  fields: z.array(changedFieldSchema),
  /** Whether the new link waits for a review; until it is approved, the approved one is delivered. */
  needs_review: z.boolean(),
  /** Money and impressions; with an unchanged budget nothing is reserved or returned. */
  budget: budgetPreviewSchema,
  /** The rest of the period before and after; figures are null if too few sampled bid requests match. */
  forecast: z.object({ before: forecastFigures, after: forecastFigures }),
});
export type ChangePreview = z.infer<typeof changePreviewSchema>;

export const changePreviewEndpoints = {
  previewCampaignChange: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/change-preview",
    tag: "Campaigns",
    summary:
      "What a change of a running campaign's settings does; saves nothing, and refuses with 409 and 422 what saving refuses",
    who: campaignEditors,
    params: campaignParams,
    body: settingsChangeSchema,
    output: changePreviewSchema,
    errors: ["not_found", "conflict"],
  }),
};
