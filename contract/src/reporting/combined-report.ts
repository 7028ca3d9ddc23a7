import { z } from "zod";
import { connectionServices, externalSource } from "../connections/connections.ts";
import { amountSchema } from "../kernel/money.ts";
import { opaque } from "../kernel/text.ts";
import { daySchema } from "../kernel/validation.ts";

/** The source of a row of the combined report: our own deliveries, or a connected account. */
export const reportSources = ["platform", ...connectionServices] as const;
export type ReportSource = (typeof reportSources)[number];

const count = z.number().int().nonnegative().nullable();

/** Advertising has impressions and clicks, a website has visits: fields unknown to a source are null. */
const figures = {
  impressions: count,
  clicks: count,
  /** Per cent. */
  ctr: z.number().nonnegative().nullable(),
  /** In hundredths of `currency`, which can be any ISO 4217 code for external sources; null if unknown or mixed. */
  cost: amountSchema.nullable(),
  cost_formatted: z.string().nullable(),
  currency: z.string().nullable(),
  sessions: count,
  page_views: count,
};

const source = z.object({ source: z.enum(reportSources), ...externalSource, ...figures });
/** Campaigns of two accounts may share a name: `account` names the ad account or website, null on this platform. */
const row = z.object({
  source: z.enum(reportSources),
  /** Unique within the source: of a connected account, its id and then the campaign's id or the channel. */
  key: z.string(),
  name: z.string(),
  account_id: z.string().nullable(),
  account: z.string().nullable(),
  ...figures,
});
const day = z.object({ source: z.enum(reportSources), date: daySchema, ...figures });

/** What a combined report is narrowed to: a source, one account of it, or one campaign or channel. */
export type ReportPart = { source: ReportSource; key: string | null };

/**
 * `google_ads`, `google_ads/1010000001` or `google_ads/1010000001/7701`: a source, then as much as wanted of the `key` of
 * a row. An account that isn't the caller's own is a 422 of this parameter.
 */
export const reportPartSchema = opaque({ max: 300 })
  .regex(new RegExp(`^(${reportSources.join("|")})(/.+)?$`))
  .transform((path): ReportPart => {
    const slash = path.indexOf("/");
    const source = reportSources.find((each) => each === (slash < 0 ? path : path.slice(0, slash))) ?? "platform";
    return { source, key: slash < 0 ? null : path.slice(slash + 1) };
  });

/**
 * The additional totals of `statistics?source=…`: the platform's figures and those of the named sources, side by side
 * and never summed, for the same days.
 */
export const combinedReport = {
  /** The total of each source. */
  sources: z.array(source).optional(),
  /** Campaigns, and channels of the website, most impressions or visits first. */
  rows: z.array(row).optional(),
  /** Every day of every source. */
  days: z.array(day).optional(),
};
export type CombinedSource = z.infer<typeof source>;
export type CombinedRow = z.infer<typeof row>;
export type CombinedDay = z.infer<typeof day>;
export type CombinedReport = { sources: CombinedSource[]; rows: CombinedRow[]; days: CombinedDay[] };
