import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { daySchema } from "../kernel/validation.ts";
import { publisherParams, publisherTag, publisherUsers } from "./publishers.ts";

export const publisherGroupings = ["day", "site", "placement"] as const;
export type PublisherGrouping = (typeof publisherGroupings)[number];

const count = z.int().nonnegative();
const figures = {
  /** Requests of the tag, and how many of them showed a campaign's ad or the publisher's own. */
  requests: count,
  ads: count,
  fallback_ads: count,
  /** Requests with a campaign's ad as a part of all, 0 to 1; null without requests. */
  fill_rate: z.number().nullable(),
  impressions: count,
  viewable: count,
  clicks: count,
  /** The publisher's share, in each currency in which customers were charged. */
  revenue: z.array(z.object({ currency: currencySchema, amount: amountSchema })),
};
const rowSchema = z.object({
  /** A day, the ID of a site, or the ID of a placement. */
  key: z.string(),
  text: z.string(),
  ...figures,
});
export type PublisherReportRow = z.output<typeof rowSchema>;

export const publisherReportEndpoints = {
  showPublisherReport: endpoint({
    method: "GET",
    path: "/publishers/:publisher/report",
    tag: publisherTag,
    summary: "What a publisher's placements showed and earned, by day, site or placement; some seconds behind",
    who: publisherUsers,
    params: publisherParams,
    query: z.object({
      group_by: z.enum(publisherGroupings).default("day"),
      from: daySchema.optional(),
      to: daySchema.optional(),
    }),
    /** At most 1,000 rows: those with the most requests, days in order. */
    output: z.object({ data: z.array(rowSchema), from: daySchema, to: daySchema, total: z.object(figures) }),
    errors: ["not_found"],
  }),
};
