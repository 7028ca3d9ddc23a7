import { z } from "zod";
import { reviewerRoles } from "../campaigns/review.ts";
import { reviewReasonCodes } from "../campaigns/review-reasons.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { multiline, opaque } from "../kernel/text.ts";
import { emailSchema, idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { adReportReasons } from "./ad-report-reasons.ts";

/** `asked`: the advertiser was asked and the report waits for a decision. */
export const adReportStatuses = ["open", "asked", "dismissed", "restricted"] as const;
export type AdReportStatus = (typeof adReportStatuses)[number];

/** The visitor's form. `t` is the token of the ad; an empty address is the same as none. */
export const adReportFormSchema = z.strictObject({
  t: opaque({ max: 4000 }),
  reason: z.enum(adReportReasons),
  message: multiline({ min: 0, max: 2000 }).default(""),
  email: z.union([z.literal(""), emailSchema]).default(""),
  /** Invisible to people: a form that has it comes from a program and is ignored. */
  website: opaque({ min: 0, max: 200 }).optional(),
});

export const adReportSchema = z.object({
  id: z.number().int(),
  status: z.enum(adReportStatuses),
  reason: z.enum(adReportReasons),
  message: z.string(),
  /** Whether the visitor left an address for the answer. The address itself is not shown. */
  has_address: z.boolean(),
  campaign: z.number().int(),
  campaign_name: z.string(),
  owner: uidSchema,
  owner_name: z.string(),
  destination_url: z.string(),
  site: z.string(),
  format: z.string(),
  /** When the ad was offered to the site. */
  shown_at: instantSchema,
  /** The ad as approved; null if the campaign no longer has it. */
  creative: z
    .object({
      kind: z.enum(["html", "image", "video", "audio"]),
      width: z.number().int(),
      height: z.number().int(),
      url: z.string(),
    })
    .nullable(),
  note: z.string().nullable(),
  created_at: instantSchema,
  decided_at: instantSchema.nullable(),
  decided_by: z.string().nullable(),
});
export type AdReport = z.infer<typeof adReportSchema>;

/** Who reads and decides on reports: those who review ads. */
export const reportReaders = reviewerRoles;
const report = z.object({ adReport: idSchema });
const errors = ["not_found", "conflict"] as const;

export const adReportEndpoints = {
  listAdReports: endpoint({
    method: "GET",
    path: "/ad-reports",
    tag: "Ad reports",
    summary: "Ads that visitors reported, the longest waiting first; decided ones newest first",
    who: reportReaders,
    query: pageQuery(["created_at"], 10).extend({
      status: z.enum(["waiting", "decided"]).default("waiting"),
      /** Only about this customer's ads. */
      owner: uidSchema.optional(),
    }),
    output: pageOf(adReportSchema).extend({ waiting: z.number().int() }),
  }),
  closeAdReport: endpoint({
    method: "POST",
    path: "/ad-reports/:adReport/dismiss",
    tag: "Ad reports",
    summary: "Leaves the ad running; the visitor gets the explanation by mail, if there is an address",
    who: reportReaders,
    params: report,
    body: z.strictObject({ note: multiline({ min: 0, max: 1000 }).default("") }),
    output: adReportSchema,
    errors: [...errors],
  }),
  sendAdReportQuestion: endpoint({
    method: "POST",
    path: "/ad-reports/:adReport/ask",
    tag: "Ad reports",
    summary: "Sends the advertiser a question by mail; the report goes on waiting",
    who: reportReaders,
    params: report,
    body: z.strictObject({ note: multiline({ min: 10, max: 1000 }) }),
    output: adReportSchema,
    errors: [...errors],
  }),
  stopReportedAds: endpoint({
    method: "POST",
    path: "/ad-reports/:adReport/restrict",
    tag: "Ad reports",
    summary: "Withdraws the campaign's approval: its ads stop, and the advertiser gets the reasons and may appeal",
    who: reportReaders,
    params: report,
    body: z.strictObject({
      reasons: z.array(z.enum(reviewReasonCodes)).min(1).max(8),
      note: multiline({ min: 0, max: 1000 }).default(""),
    }),
    output: adReportSchema,
    errors: [...errors],
  }),
};
