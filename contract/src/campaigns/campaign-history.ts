import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { campaignEditors, campaignParams, campaignSchema } from "./campaigns.ts";

/** Before and after of one setting in the API's format; parts of the target group as `targeting.devices`. */
export const changedFieldSchema = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const campaignActions = [
  "created",
  "copied",
  "from_template",
  "from_bulk",
  "changed",
  "banners",
  "activated",
  "status",
  "ended",
  "archived",
] as const;

export const campaignHistorySchema = z.object({
  id: z.number().int(),
  at: instantSchema,
  /** Null for automatic changes, such as the end of the period. */
  by: z.object({ uid: uidSchema, name: z.string() }).nullable(),
  action: z.enum(campaignActions),
  fields: z.array(changedFieldSchema),
  /** Whether the previous values can be restored: no later change touched the same settings. */
  undoable: z.boolean(),
});

export type CampaignHistoryEntry = z.infer<typeof campaignHistorySchema>;

/** A campaign after an undo. */
const undoneCampaignSchema = campaignSchema.extend({
  /** Whether the previous banners or the previous link wait for a review; until then the present ones stay in use. */
  needs_review: z.boolean(),
});
export type UndoneCampaign = z.infer<typeof undoneCampaignSchema>;

export const campaignHistoryEndpoints = {
  listCampaignChanges: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/changes",
    tag: "Campaigns",
    summary: "Who changed what and when, with before and after, newest first",
    who: campaignEditors,
    params: campaignParams,
    query: pageQuery(["at"]),
    output: pageOf(campaignHistorySchema),
    errors: ["not_found"],
  }),
  undoCampaignChange: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/changes/:change/undo",
    tag: "Campaigns",
    summary:
      "Restores the values before a change, with the rules of a new change; 409 if a later change contradicts it or it is final",
    who: campaignEditors,
    params: campaignParams.extend({ change: idSchema }),
    output: undoneCampaignSchema,
    errors: ["not_found", "conflict"],
    movesMoney: true,
  }),
};
