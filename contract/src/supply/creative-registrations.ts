import { z } from "zod";
import { campaignEditors, campaignParams } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { opaque } from "../kernel/text.ts";
import { idSchema, instantSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";
import { exchangeName } from "./exchanges.ts";

const operators = byRole({ super_admin: "all" });
const tag = "Exchanges";

/**
 * `waiting`: not submitted yet. `submitted`: the exchange reviews it. `failed`: the exchange does not take it, for the
 * reason that it gives; it is not tried again.
 */
export const registrationStatuses = ["waiting", "submitted", "approved", "rejected", "failed"] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

const registration = z.object({
  /** As bids name it (`crid`). */
  creative_id: z.string(),
  campaign: z.object({ id: idSchema, name: z.string(), owner_name: z.string() }),
  width: z.number().int(),
  height: z.number().int(),
  status: z.enum(registrationStatuses),
  /** In the exchange's words; "" without one. */
  reason: z.string(),
  /** The exchange's own ID; null before it was submitted. */
  foreign_id: z.string().nullable(),
  submitted_at: instantSchema.nullable(),
  changed_at: instantSchema,
});
export type CreativeRegistration = z.infer<typeof registration>;

const rejection = z.object({
  exchange: z.string(),
  creative_uuid: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  reason: z.string(),
});

export const creativeRegistrationEndpoints = {
  listCreativeRegistrations: endpoint({
    method: "GET",
    path: "/exchanges/:exchange/creatives",
    tag,
    summary: "Finished creatives at an exchange that registers them, with what it says of them",
    who: operators,
    params: z.object({ exchange: exchangeName }),
    query: pageQuery(["changed_at"]).extend({ status: z.enum(registrationStatuses).optional() }),
    output: pageOf(registration).extend({
      /** All of the exchange, by status. */
      counts: z.object(
        Object.fromEntries(registrationStatuses.map((status) => [status, z.number().int()])) as {
          [Status in RegistrationStatus]: z.ZodNumber;
        },
      ),
    }),
    errors: ["not_found"],
  }),
  retryCreativeRegistration: endpoint({
    method: "POST",
    path: "/exchanges/:exchange/creatives/:creative/resubmit",
    tag,
    summary: "Hands a rejected or failed creative in again, within minutes",
    who: operators,
    params: z.object({
      exchange: exchangeName,
      creative: opaque({ max: 32 })
        .regex(/^[0-9a-f]{32}$/)
        .meta({ examples: ["00230ed999b6998446f3162c88a1ae90"] }),
    }),
    output: registration,
    errors: ["not_found", "conflict"],
  }),
  listExchangeRejections: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/exchange-rejections",
    tag,
    summary: "A campaign's banners that exchanges have rejected, and why; at most 50",
    who: campaignEditors,
    params: campaignParams,
    output: z.array(rejection),
    errors: ["not_found"],
  }),
};
