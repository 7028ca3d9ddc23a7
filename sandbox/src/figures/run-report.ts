import { type Counts, pages, visitsOf } from "./google-analytics-world.ts";

type Filter = { filter: { fieldName: string; stringFilter: { value: string } } };
export type ReportRequest = {
  dateRanges?: { startDate: string; endDate: string }[];
  dimensions?: { name: string }[];
  metrics?: { name: string }[];
  limit?: string;
  dimensionFilter?: { andGroup?: { expressions?: Filter[] } };
  orderBys?: { metric?: { metricName: string }; desc?: boolean }[];
};

const known = ["date", "sessionDefaultChannelGroup", "country", "deviceCategory", "pagePath"];

/** Computes a metric from the counts. */
const metrics: Record<string, (counts: Counts) => number> = {
  sessions: ({ sessions }) => sessions,
  totalUsers: ({ users }) => users,
  newUsers: ({ newUsers }) => newUsers,
  screenPageViews: ({ views }) => views,
  engagementRate: ({ engaged, sessions }) => (sessions === 0 ? 0 : engaged / sessions),
  averageSessionDuration: ({ seconds, sessions }) => (sessions === 0 ? 0 : seconds / sessions),
};

/** One report (`runReport`); null if it requests unknown fields. */
export function runReport(property: string, request: ReportRequest, now: Date): object | null {
  const dimensions = (request.dimensions ?? []).map(({ name }) => name);
  const wanted = (request.metrics ?? []).map(({ name }) => name);
  if (!dimensions.every((name) => known.includes(name)) || !wanted.every((name) => name in metrics)) return null;
  const filters = (request.dimensionFilter?.andGroup?.expressions ?? []).map(({ filter }) => filter);
  const [range] = request.dateRanges ?? [];
  const groups = new Map<string, Counts>();
  for (const { visit, counts } of visitsOf(property, range?.startDate ?? "", range?.endDate ?? "", now)) {
    if (!filters.every(({ fieldName, stringFilter }) => visit[fieldName] === stringFilter.value)) continue;
    for (const [page, share] of dimensions.includes("pagePath") ? Object.entries(pages) : [["", 1] as const]) {
      const key = JSON.stringify(dimensions.map((name) => (name === "pagePath" ? page : visit[name])));
      groups.set(key, added(groups.get(key), counts, share));
    }
  }
  const by = request.orderBys?.[0]?.metric?.metricName;
  const rows = [...groups].sort(([, a], [, b]) => (by ? (metrics[by]?.(b) ?? 0) - (metrics[by]?.(a) ?? 0) : 0));
  return {
    dimensionHeaders: dimensions.map((name) => ({ name })),
    metricHeaders: wanted.map((name) => ({ name, type: "TYPE_INTEGER" })),
    rows: rows.slice(0, Number(request.limit ?? 10_000)).map(([key, counts]) => ({
      dimensionValues: (JSON.parse(key) as string[]).map((value) => ({ value })),
      metricValues: wanted.map((name) => ({ value: String(metrics[name]?.(whole(counts)) ?? 0) })),
    })),
    rowCount: groups.size,
    kind: "analyticsData#runReport",
  };
}

const names = ["sessions", "users", "newUsers", "views", "engaged", "seconds"] as const;

function added(sum: Counts | undefined, counts: Counts, share: number): Counts {
  const next = sum ?? { sessions: 0, users: 0, newUsers: 0, views: 0, engaged: 0, seconds: 0 };
  for (const name of names) next[name] += counts[name] * share;
  return next;
}

const whole = (counts: Counts): Counts =>
  Object.fromEntries(names.map((name) => [name, Math.round(counts[name])])) as Counts;
