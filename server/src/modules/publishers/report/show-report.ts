import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { currencySchema, minorOfMicros } from "@litfass/contract/kernel/money";
import type {
  PublisherGrouping,
  PublisherReportRow,
  publisherReportEndpoints,
} from "@litfass/contract/publishers/publisher-report";
import type { Platform } from "@litfass/platform/platform";
import { accountTimeZone, reportPeriod } from "../../reporting/index.ts";
import { listReportedPlacements, listRequests, listShown, type ReportedPlacement } from "./placement-figures-sql.ts";

type Figures = {
  requests: number;
  ads: number;
  fallbackAds: number;
  impressions: number;
  viewable: number;
  clicks: number;
  micros: Map<string, bigint>;
};
type Group = { key: string; text: string };
type Query = { group_by: PublisherGrouping; from?: string | undefined; to?: string | undefined };

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
  const { db, clock } = platform;
  const period = reportPeriod(query, accountTimeZone, clock.now());
  const placements = new Map((await listReportedPlacements(db, publisherId)).map((each) => [each.id, each]));
  const [requests, shown] = await Promise.all([
    listRequests(db, publisherId, period),
    listShown(platform, [...placements.keys()], period),
  ]);
  const total = newFigures();
  const groups = new Map<string, Figures & Group>();
  const add = (placementId: number, day: string, part: Partial<Omit<Figures, "micros">>): Figures[] => {
    const group = groupOf(query.group_by, placements.get(placementId), placementId, day);
    const figures = groups.get(group.key) ?? { ...group, ...newFigures() };
    groups.set(group.key, figures);
    for (const sums of [total, figures]) {
      for (const [name, value] of Object.entries(part)) sums[name as keyof typeof part] += value;
    }
    return [total, figures];
  };
  for (const { placementId, day, ...counts } of requests) add(placementId, day, counts);
  for (const { placementId, day, currency, micros, ...counts } of shown) {
    for (const sums of add(placementId, day, counts)) {
      sums.micros.set(currency, (sums.micros.get(currency) ?? 0n) + micros);
    }
  }
  const rows = [...groups.values()].sort((a, b) =>
    query.group_by === "day" ? a.key.localeCompare(b.key) : b.requests - a.requests || a.text.localeCompare(b.text),
  );
  return {
    data: rows.slice(0, maxRows).map(({ key, text, ...figures }) => ({ key, text, ...present(figures) })),
    from: period.from,
    to: period.to,
    total: present(total),
  };
}

function groupOf(
  grouping: PublisherGrouping,
  placement: ReportedPlacement | undefined,
  placementId: number,
  day: string,
): Group {
  if (grouping === "day") return { key: day, text: day };
  if (grouping === "site") return { key: String(placement?.siteId ?? 0), text: placement?.siteName ?? "" };
  return { key: String(placementId), text: placement?.name ?? "" };
}

const present = ({ micros, fallbackAds, ...figures }: Figures): Omit<PublisherReportRow, "key" | "text"> => ({
  ...figures,
  fallback_ads: fallbackAds,
  fill_rate: figures.requests === 0 ? null : figures.ads / figures.requests,
  revenue: [...micros]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([currency, sum]) => ({ currency: currencySchema.parse(currency), amount: minorOfMicros(sum) })),
});
