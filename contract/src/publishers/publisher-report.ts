import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { daySchema } from "../kernel/validation.ts";
import { publisherParams, publisherTag, publisherUsers } from "./publishers.ts";

export const publisherGroupings = ["day", "site", "placement", "source"] as const;
export type PublisherGrouping = (typeof publisherGroupings)[number];

/** How an ad came to the page: by the ad tag, or by the page's own auction (Prebid.js). */
export const publisherSources = ["tag", "header_bidding"] as const;
export type PublisherSource = (typeof publisherSources)[number];

const count = z.int().nonnegative();
const figures = {
  /**
   * Requests of the tag, and how many of them showed a campaign's ad or the publisher's own. In a page's own auction, offers
   * of an ad unit and bids for them.
   */
  requests: count,
  ads: count,
  fallback_ads: count,
  /** Requests with a campaign's ad as a part of all, 0 to 1; null without requests. */
  fill_rate: z.number().nullable(),
  impressions: count,
  viewable: count,
  clicks: count,
  /** The publisher's share, or what was bid in a page's own auction, in each currency in which customers were charged. */
  revenue: z.array(z.object({ currency: currencySchema, amount: amountSchema })),
};
const rowSchema = z.object({
  /** Unique among the rows. */
  key: z.string(),
  /** A day, or the name of a site, a placement, an ad unit of a page's own auction, or a source. */
  text: z.string(),
  /** Of a placement's row: its site, and its source. A placement that both sources fill has two rows. */
  site: z.string(),
  source: z.enum(publisherSources).nullable(),
  ...figures,
});
export type PublisherReportRow = z.output<typeof rowSchema>;

export const publisherReportEndpoints = {
  showPublisherReport: endpoint({
    method: "GET",
    path: "/publishers/:publisher/report",
    tag: publisherTag,
    summary: "What a publisher's placements showed and earned, by day, site, placement or source; some seconds behind",
    who: publisherUsers,
    params: publisherParams,
    query: z.object({
      group_by: z.enum(publisherGroupings).default("day"),
      source: z.enum(publisherSources).optional(),
      from: daySchema.optional(),
      to: daySchema.optional(),
    }),
    /** At most 1,000 rows: those with the most requests, days in order. */
    output: z.object({ data: z.array(rowSchema), from: daySchema, to: daySchema, total: z.object(figures) }),
    errors: ["not_found"],
  }),
};
