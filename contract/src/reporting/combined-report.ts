import { z } from "zod";
import { connectionServices, externalSource } from "../connections/connections.ts";
import { amountSchema } from "../kernel/money.ts";
import { daySchema } from "../kernel/validation.ts";

/** Where a row of the combined report comes from: our own deliveries, or a connected account. */
export const reportSources = ["platform", ...connectionServices] as const;
export type ReportSource = (typeof reportSources)[number];

const count = z.number().int().nonnegative().nullable();

/** Advertising has impressions and clicks, a website has visits: what a source does not know is null. */
const figures = {
  impressions: count,
  clicks: count,
  /** Per cent. */
  ctr: z.number().nonnegative().nullable(),
  /** In hundredths of `currency`, which can be any ISO 4217 code outside; null where unknown or mixed. */
  cost: amountSchema.nullable(),
  cost_formatted: z.string().nullable(),
  currency: z.string().nullable(),
  sessions: count,
  page_views: count,
};

const source = z.object({ source: z.enum(reportSources), ...externalSource, ...figures });
const row = z.object({ source: z.enum(reportSources), key: z.string(), name: z.string(), ...figures });
const day = z.object({ source: z.enum(reportSources), date: daySchema, ...figures });

/**
 * What `statistics?source=…` adds to the totals: the platform's figures and those of the named sources, side by side and
 * never summed, for the same days.
 */
export const combinedReport = {
  /** Each source in total. */
  sources: z.array(source).optional(),
  /** Campaigns, and channels of the website; the most seen first. */
  rows: z.array(row).optional(),
  /** Every day of every source. */
  days: z.array(day).optional(),
};
export type CombinedSource = z.infer<typeof source>;
export type CombinedRow = z.infer<typeof row>;
export type CombinedDay = z.infer<typeof day>;
export type CombinedReport = { sources: CombinedSource[]; rows: CombinedRow[]; days: CombinedDay[] };
