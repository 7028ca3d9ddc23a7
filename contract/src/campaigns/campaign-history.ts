import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { instantSchema, uidSchema } from "../kernel/validation.ts";
import { campaignEditors, campaignParams } from "./campaigns.ts";

/** Before and after of one setting in the API's format; parts of the target group as `targeting.devices`. */
const changedField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

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
  fields: z.array(changedField),
});

export type CampaignHistoryEntry = z.infer<typeof campaignHistorySchema>;

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
};
