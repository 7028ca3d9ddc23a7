import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line, opaque, textKinds } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say, uidSchema } from "../kernel/validation.ts";
import { visitor } from "../kernel/who.ts";
import { conversionFigures, metricsSchema } from "./figures.ts";
import { statisticsRoles } from "./statistics.ts";

const tag = "Shared reports";
/** The campaigns of a report: some or all of the user's; with `owner`, only that customer's. */
const whose = {
  campaign_ids: z.array(idSchema).max(500).default([]),
  owner: uidSchema.nullable().default(null),
};
/** The content of a link: the last days, or a fixed period; optionally limited to some sites and regions. */
const about = {
  ...whose,
  sites: z
    .array(opaque({ max: 255 }))
    .max(200)
    .default([]),
  regions: z
    .array(opaque({ max: 10 }))
    .max(200)
    .default([]),
  /** The number of days up to the day it is read; missing for a fixed period. */
  days: z.number().int().min(1).max(366).nullable().default(null),
  from: daySchema.nullable().default(null),
  to: daySchema.nullable().default(null),
};
export const longestShareDays = 366;
const linkPasswordSchema = z
  .string(say("password.least"))
  .min(8, say("password.least"))
  .max(200)
  .register(textKinds, { kind: "opaque" });

const link = z.object({
  id: z.uuid(),
  title: z.string(),
  ...about,
  expires_at: instantSchema,
  created_at: instantSchema,
  /** How often it was read. */
  opened: z.number().int(),
});
const reportMail = z.object({
  id: z.uuid(),
  frequency: z.enum(["weekly", "monthly"]),
  campaign_ids: z.array(idSchema),
  owner: uidSchema.nullable(),
  next_on: daySchema,
});
const day = z.object({
  date: daySchema,
  impressions: z.number().int(),
  measured: z.number().int(),
  viewable: z.number().int(),
});
/** Null where conversions are not measured; their costs and values are not shared. */
const { conversions, conversion_rate } = conversionFigures;
const sharedMetrics = { ...metricsSchema.shape, conversions, conversion_rate };
const row = z.object({ text: z.string(), ...sharedMetrics });
const part = z.object({ text: z.string(), impressions: z.number().int() });
const id = z.object({ id: z.uuid() });
const token = opaque({ min: 20, max: 100 });

export const reportSharingEndpoints = {
  createReportLink: endpoint({
    method: "POST",
    path: "/statistics/report-links",
    tag,
    summary: "A link to a read-only report with a password; its address is told this once",
    who: statisticsRoles,
    body: z.strictObject({
      title: line({ max: 100 }),
      ...about,
      password: linkPasswordSchema,
      /** The last day on which it can be read. */
      expires_on: daySchema,
    }),
    output: z.object({ link, url: z.url() }),
    status: 201,
    errors: ["conflict"],
  }),
  listReportLinks: endpoint({
    method: "GET",
    path: "/statistics/report-links",
    tag,
    summary: "The caller's own links that can still be read, newest first",
    who: statisticsRoles,
    output: z.array(link),
  }),
  revokeReportLink: endpoint({
    method: "DELETE",
    path: "/statistics/report-links/:id",
    tag,
    summary: "Ends a link at once",
    who: statisticsRoles,
    params: id,
    output: null,
    errors: ["not_found"],
  }),
  openSharedReport: endpoint({
    method: "POST",
    path: "/shared-reports/open",
    tag,
    summary: "The figures behind a link and its password; 404 for links that ended, 429 after too many wrong passwords",
    who: visitor,
    body: z.strictObject({ token, password: opaque({ min: 0, max: 200 }) }),
    output: z.object({
      title: z.string(),
      from: daySchema,
      to: daySchema,
      expires_at: instantSchema,
      total: z.object(sharedMetrics),
      days: z.array(day),
      campaigns: z.array(row),
      sites: z.array(row),
      devices: z.array(part),
      cities: z.array(part),
    }),
    errors: ["not_found"],
  }),
  createReportMail: endpoint({
    method: "POST",
    path: "/statistics/report-mails",
    tag,
    summary: "Sends the caller a report by e-mail every week or month",
    who: statisticsRoles,
    body: z.strictObject({ frequency: reportMail.shape.frequency, ...whose }),
    output: reportMail,
    status: 201,
    errors: ["conflict"],
  }),
  listReportMails: endpoint({
    method: "GET",
    path: "/statistics/report-mails",
    tag,
    summary: "The caller's own scheduled reports",
    who: statisticsRoles,
    output: z.array(reportMail),
  }),
  removeReportMail: endpoint({
    method: "DELETE",
    path: "/statistics/report-mails/:id",
    tag,
    summary: "Ends a scheduled report",
    who: statisticsRoles,
    params: id,
    output: null,
    errors: ["not_found"],
  }),
  stopReportMail: endpoint({
    method: "POST",
    path: "/shared-reports/stop",
    tag,
    summary: "Ends a scheduled report, or switches off an alert, by the link at its end, without signing in",
    who: visitor,
    body: z.strictObject({ id: z.uuid(), token }),
    output: null,
    errors: ["not_found"],
  }),
};
