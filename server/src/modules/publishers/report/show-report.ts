import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { currencySchema, minorOfMicros } from "@litfass/contract/kernel/money";
import type {
  PublisherGrouping,
  PublisherReportRow,
  PublisherSource,
  publisherReportEndpoints,
} from "@litfass/contract/publishers/publisher-report";
import type { Platform } from "@litfass/platform/platform";
import { accountTimeZone, reportPeriod } from "../../reporting/index.ts";
import { type FiguresPart, publisherFigures } from "./publisher-figures.ts";

const counts = ["requests", "ads", "fallbackAds", "impressions", "viewable", "clicks"] as const;
type Figures = Record<(typeof counts)[number], number> & { micros: Map<string, bigint> };
type Group = Pick<PublisherReportRow, "key" | "text" | "site" | "source">;
type Query = {
  group_by: PublisherGrouping;
  source?: PublisherSource | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const maxRows = 1_000;

const newFigures = (): Figures => ({
  requests: 0,
  ads: 0,
  fallbackAds: 0,
  impressions: 0,
  viewable: 0,
  clicks: 0,
  micros: new Map(),
});

/** A publisher's figures of a period, by default the last 30 days. @throws 422 for days in the wrong order */
export async function showReport(
  platform: Platform,
  publisherId: number,
  query: Query,
): Promise<CallOutput<(typeof publisherReportEndpoints)["showPublisherReport"]>> {
  const period = reportPeriod(query, accountTimeZone, platform.clock.now());
  const total = newFigures();
  const groups = new Map<string, Figures & Group>();
  for (const part of await publisherFigures({ ...platform, db: platform.reports.db }, publisherId, period)) {
    if (query.source !== undefined && part.source !== query.source) continue;
    const group = groupOf(query.group_by, part);
    const figures = groups.get(group.key) ?? { ...group, ...newFigures() };
    groups.set(group.key, figures);
    add(total, part);
    add(figures, part);
  }
  const rows = [...groups.values()].sort((a, b) =>
    query.group_by === "day" ? a.key.localeCompare(b.key) : b.requests - a.requests || a.text.localeCompare(b.text),
  );
  return {
    data: rows.slice(0, maxRows).map(({ key, text, site, source, ...figures }) => ({
      ...{ key, text, site, source },
      ...present(figures),
    })),
    from: period.from,
    to: period.to,
    total: present(total),
  };
}

function add(figures: Figures, { currency, micros, ...part }: FiguresPart): void {
  for (const name of counts) figures[name] += part[name];
  if (currency !== null) figures.micros.set(currency, (figures.micros.get(currency) ?? 0n) + micros);
}

function groupOf(grouping: PublisherGrouping, { key, name, site, source, day }: FiguresPart): Group {
  if (grouping === "day") return { key: day, text: day, site: "", source: null };
  if (grouping === "site") return { key: site.key, text: site.name, site: "", source: null };
  if (grouping === "source") return { key: source, text: source, site: "", source };
  return { key: source === "tag" ? key : `${source} ${key}`, text: name, site: site.name, source };
}

const present = ({ micros, fallbackAds, ...figures }: Figures): Omit<PublisherReportRow, keyof Group> => ({
  ...figures,
  fallback_ads: fallbackAds,
  fill_rate: figures.requests === 0 ? null : figures.ads / figures.requests,
  revenue: [...micros]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([currency, sum]) => ({ currency: currencySchema.parse(currency), amount: minorOfMicros(sum) })),
});
