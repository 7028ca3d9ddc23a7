import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { opaque } from "../kernel/text.ts";
import { daySchema } from "../kernel/validation.ts";
import { signedIn } from "../kernel/who.ts";
import { externalSource } from "./connections.ts";

const count = z.number().int().nonnegative();

/** Figures of a website as defined by Google Analytics. */
export const webFigures = {
  sessions: count,
  users: count,
  page_views: count,
};
const totals = z.object({
  ...webFigures,
  new_users: count,
  /** Percentage of engaged sessions. */
  engagement_rate: z.number().nonnegative(),
  /** Average session duration in seconds. */
  session_seconds: z.number().nonnegative(),
});
export type WebTotals = z.infer<typeof totals>;

const row = z.object({ key: z.string(), ...webFigures });
export type WebRow = z.infer<typeof row>;

const choice = opaque({ max: 200 }).optional();

export const googleAnalyticsFilterSchema = z.object({
  /** Defaults to the last 30 days. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** Number of the website's property; defaults to the first one. */
  property: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** Values of `google-analytics/filters`. */
  channel: choice,
  country: choice,
  device: choice,
});
export type GoogleAnalyticsFilter = z.output<typeof googleAnalyticsFilterSchema>;

const period = { from: daySchema, to: daySchema };
const property = z.object({ id: z.string(), name: z.string() });
const option = z.object({ value: z.string(), sessions: count });

const tag = "Google Analytics";

export const googleAnalyticsEndpoints = {
  showGoogleAnalytics: endpoint({
    method: "GET",
    path: "/google-analytics",
    tag,
    summary: "The own website's figures: in total, by day, channel, page, country and device",
    who: signedIn,
    query: googleAnalyticsFilterSchema,
    output: z.object({
      ...externalSource,
      ...period,
      property: property.nullable(),
      totals: totals.nullable(),
      days: z.array(z.object({ date: daySchema, ...webFigures })),
      channels: z.array(row),
      pages: z.array(row),
      devices: z.array(row),
    }),
  }),
  listGoogleAnalyticsFilters: endpoint({
    method: "GET",
    path: "/google-analytics/filters",
    tag,
    summary: "What the own website's figures can be filtered by, in the chosen days",
    who: signedIn,
    query: googleAnalyticsFilterSchema.pick({ from: true, to: true, property: true }),
    output: z.object({
      ...externalSource,
      properties: z.array(property),
      channels: z.array(option),
      countries: z.array(option),
      devices: z.array(option),
    }),
  }),
};
