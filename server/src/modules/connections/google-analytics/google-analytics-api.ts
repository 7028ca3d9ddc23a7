import { z } from "zod";
import type { ServicePlatform } from "../calls/call-service.ts";
import { callService } from "../calls/call-service.ts";
import { explainGoogle } from "../calls/google-errors.ts";
import { ServiceProblem } from "../calls/service-problem.ts";

/** A website in Google Analytics. */
export type WebProperty = { id: string; name: string };

/** The maximum page size of the Admin API. */
const pageSize = 200;
const maxPages = 10;
const summaries = z.object({
  accountSummaries: z
    .array(
      z.object({
        propertySummaries: z
          .array(z.object({ property: z.string().regex(/^properties\/\d+$/), displayName: z.string().default("") }))
          .default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().default(""),
});

/** The websites that a consent gives access to (Admin API, account summaries). @throws ServiceProblem */
export async function listWebProperties(platform: ServicePlatform, accessToken: string): Promise<WebProperty[]> {
  const { adminUrl } = addressesOf(platform);
  const properties: WebProperty[] = [];
  let pageToken = "";
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ pageSize: String(pageSize), ...(pageToken === "" ? {} : { pageToken }) });
    const answer = await callService(
      platform.egress,
      `${adminUrl}/v1beta/accountSummaries?${query}`,
      { schema: summaries, explain: explainGoogle },
      bearer(accessToken),
    );
    for (const { propertySummaries } of answer.accountSummaries) {
      for (const { property, displayName } of propertySummaries) {
        const id = property.slice("properties/".length);
        properties.push({ id, name: displayName || id });
      }
    }
    pageToken = answer.nextPageToken;
    if (pageToken === "") break;
  }
  if (properties.length === 0) throw new ServiceProblem("no_account");
  return properties;
}

/** A report of the Data API (`runReport`): dimensions and metrics by its own names. */
export type WebQuery = {
  dimensions: string[];
  metrics: string[];
  /** Exact values of dimensions. */
  only?: Record<string, string | undefined>;
  limit: number;
  /** Sorted by this metric, the largest first. */
  orderBy?: string;
};
/** Values of the dimensions and the metrics, in the order of the query. */
export type WebRows = { dimensions: string[]; metrics: number[] }[];

const value = z.object({ value: z.string().default("") });
const reports = z.object({
  reports: z.array(
    z.object({
      rows: z
        .array(z.object({ dimensionValues: z.array(value).default([]), metricValues: z.array(value).default([]) }))
        .default([]),
    }),
  ),
});

/** Up to five reports at once (`batchRunReports`), in the order of the queries. @throws ServiceProblem */
export async function runReports(
  platform: ServicePlatform,
  accessToken: string,
  property: string,
  days: { from: string; to: string },
  queries: WebQuery[],
): Promise<WebRows[]> {
  const { apiUrl } = addressesOf(platform);
  const requests = queries.map(({ dimensions, metrics, only = {}, limit, orderBy }) => ({
    dateRanges: [{ startDate: days.from, endDate: days.to }],
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((name) => ({ name })),
    limit: String(limit),
    ...filterOf(only),
    ...(orderBy === undefined ? {} : { orderBys: [{ metric: { metricName: orderBy }, desc: true }] }),
  }));
  const answer = await callService(
    platform.egress,
    `${apiUrl}/v1beta/properties/${property}:batchRunReports`,
    { schema: reports, explain: explainGoogle },
    { ...bearer(accessToken, "application/json"), method: "POST", body: JSON.stringify({ requests }) },
  );
  return queries.map((_query, at) =>
    (answer.reports[at]?.rows ?? []).map(({ dimensionValues, metricValues }) => ({
      dimensions: dimensionValues.map((each) => each.value),
      metrics: metricValues.map((each) => Number(each.value) || 0),
    })),
  );
}

function filterOf(only: Record<string, string | undefined>): object {
  const expressions = Object.entries(only).flatMap(([fieldName, wanted]) =>
    wanted === undefined
      ? []
      : [{ filter: { fieldName, stringFilter: { matchType: "EXACT", value: wanted, caseSensitive: true } } }],
  );
  return expressions.length === 0 ? {} : { dimensionFilter: { andGroup: { expressions } } };
}

const bearer = (accessToken: string, type?: string) => ({
  headers: { authorization: `Bearer ${accessToken}`, ...(type === undefined ? {} : { "content-type": type }) },
});

function addressesOf({ config }: ServicePlatform): { apiUrl: string; adminUrl: string } {
  const { googleAnalytics } = config.providers;
  if (!googleAnalytics) throw new ServiceProblem("misconfigured", "google analytics is not configured");
  return googleAnalytics;
}
