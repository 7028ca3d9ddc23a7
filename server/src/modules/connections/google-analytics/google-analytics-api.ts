import type { Platform } from "@litfass/platform/platform";
import { z } from "zod";
import { askService, ServiceProblem } from "../call-service.ts";

/** A website as Google Analytics keeps it. */
export type WebProperty = { id: string; name: string };

const pageSize = 200;
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
});

/** The websites that a consent reaches (Admin API, account summaries). @throws ServiceProblem */
export async function listWebProperties(platform: Platform, accessToken: string): Promise<WebProperty[]> {
  const { adminUrl } = door(platform);
  const url = `${adminUrl}/v1beta/accountSummaries?pageSize=${pageSize}`;
  const { accountSummaries } = await askService(platform.egress, url, summaries, bearer(accessToken));
  const properties = accountSummaries
    .flatMap(({ propertySummaries }) => propertySummaries)
    .map(({ property, displayName }) => ({ id: property.slice("properties/".length), name: displayName }));
  if (properties.length === 0) throw new ServiceProblem("no_account");
  return properties;
}

/** A report of the Data API (`runReport`): dimensions and metrics by its own names. */
export type WebQuestion = {
  dimensions: string[];
  metrics: string[];
  /** Exact values of dimensions. */
  only?: Record<string, string | undefined>;
  limit: number;
  /** Sorted by this metric, the most first. */
  most?: string;
};
/** Values of dimensions, then of metrics, as they were asked for. */
export type WebAnswer = { dimensions: string[]; metrics: number[] }[];

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

/** Up to five reports at once (`batchRunReports`), in the order of the questions. @throws ServiceProblem */
export async function askReports(
  platform: Platform,
  accessToken: string,
  property: string,
  days: { from: string; to: string },
  questions: WebQuestion[],
): Promise<WebAnswer[]> {
  const { apiUrl } = door(platform);
  const requests = questions.map(({ dimensions, metrics, only = {}, limit, most }) => ({
    dateRanges: [{ startDate: days.from, endDate: days.to }],
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((name) => ({ name })),
    limit: String(limit),
    ...filterOf(only),
    ...(most === undefined ? {} : { orderBys: [{ metric: { metricName: most }, desc: true }] }),
  }));
  const answer = await askService(platform.egress, `${apiUrl}/v1beta/properties/${property}:batchRunReports`, reports, {
    ...bearer(accessToken, "application/json"),
    method: "POST",
    body: JSON.stringify({ requests }),
  });
  return questions.map((_question, at) =>
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

function door({ config }: Platform): { apiUrl: string; adminUrl: string } {
  const { googleAnalytics } = config.providers;
  if (!googleAnalytics) throw new ServiceProblem("unreachable", "google analytics is not configured");
  return googleAnalytics;
}
