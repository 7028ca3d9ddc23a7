import { type ConnectionService, connectionServices } from "@litfass/contract/connections/connections";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type {
  CombinedDay,
  CombinedReport,
  CombinedRow,
  CombinedSource,
  ReportSource,
} from "@litfass/contract/reporting/combined-report";
import { percentOf } from "../metrics/metrics.ts";
import { type ExternalReport, oneCurrency, type Report, type StatisticsSources } from "../report.ts";
import { daysOf } from "../report-period.ts";

/** More rows than this of one source are not shown. */
const maxRows = 500;

type Ad = { impressions: number; clicks: number; costMicros: bigint; currency: string | null };
type Web = { sessions: number; pageViews: number };
type Counts = { ad: Ad | null; web: Web | null };
type SourceRow = Counts & { key: string; name: string; date: string };

/**
 * The combined report: the platform's figures beside those of the caller's own connected accounts, for the same days.
 * Consents are personal: a report about another user holds nothing from outside.
 */
export async function combine(
  report: Report,
  sources: StatisticsSources,
  caller: Caller,
  { source = [], owner }: { source?: ReportSource[]; owner?: string },
): Promise<CombinedReport> {
  const { from, to } = report.period;
  const isOwn = owner === undefined || owner === caller.uid;
  const services = connectionServices.filter((service): service is ConnectionService => source.includes(service));
  const external =
    isOwn && services.length > 0 ? await sources.externalReports(caller.uid, services, { from, to }) : [];
  const own = await platformPart(report);
  const parts = external.map((each) => externalPart(each, daysOf(report.period)));
  return {
    sources: [own.source, ...parts.map((part) => part.source)],
    rows: [...own.rows, ...parts.flatMap((part) => part.rows)],
    days: [...own.days, ...parts.flatMap((part) => part.days)],
  };
}

type Part = { source: CombinedSource; rows: CombinedRow[]; days: CombinedDay[] };

async function platformPart(report: Report): Promise<Part> {
  const [[total], campaigns, byDay] = await Promise.all([
    report.figures({ grouping: "total" }),
    report.figures({ grouping: "campaign", limit: maxRows }),
    report.figures({ grouping: "day" }),
  ]);
  const source = "platform" as const;
  const known = new Map(report.campaigns.map((campaign) => [String(campaign.id), campaign]));
  const common = oneCurrency(report.campaigns);
  const adOf = (row: { impressions: number; clicks: number; chargeMicros: bigint } | undefined, currency = common) =>
    figuresOf({
      ad: {
        impressions: row?.impressions ?? 0,
        clicks: row?.clicks ?? 0,
        costMicros: row?.chargeMicros ?? 0n,
        currency,
      },
      web: null,
    });
  const days = new Map(byDay.map((row) => [row.key, row]));
  return {
    source: { source, connected: true, account_name: null, problem: null, fetched_at: null, gaps: [], ...adOf(total) },
    rows: campaigns.map((row) => {
      const campaign = known.get(row.key);
      return { source, key: row.key, name: campaign?.name ?? row.key, ...adOf(row, campaign?.currency ?? common) };
    }),
    days: daysOf(report.period).map((date) => ({ source, date, ...adOf(days.get(date)) })),
  };
}

function externalPart({ source, rows, accountName, fetchedAt, ...state }: ExternalReport, dates: string[]): Part {
  const about = { connected: state.connected, problem: state.problem, account_name: accountName, gaps: state.gaps };
  const fetched = { ...about, fetched_at: fetchedAt?.toISOString() ?? null };
  if (fetchedAt === null) return { source: { source, ...fetched, ...nothing }, rows: [], days: [] };
  const byKey = Map.groupBy(rows, (row) => row.key);
  const byDay = Map.groupBy(rows, (row) => row.date);
  const all = [...byKey].map(([key, each]) => ({
    source,
    key,
    name: each[0]?.name ?? key,
    ...figuresOf(sumOf(each)),
  }));
  const seen = (row: CombinedRow): number => row.impressions ?? row.sessions ?? 0;
  return {
    source: { source, ...fetched, ...figuresOf(sumOf(rows)) },
    rows: all.sort((a, b) => seen(b) - seen(a)).slice(0, maxRows),
    days: dates.map((date) => ({ source, date, ...figuresOf(sumOf(byDay.get(date) ?? [], rows[0])) })),
  };
}

/** Rows added up; of no rows, zeros of the kind that `like` is. */
function sumOf(rows: SourceRow[], like: SourceRow | undefined = rows[0]): Counts {
  if (!like) return { ad: null, web: null };
  const sum: Counts = {
    ad: like.ad && { impressions: 0, clicks: 0, costMicros: 0n, currency: like.ad.currency },
    web: like.web && { sessions: 0, pageViews: 0 },
  };
  for (const { ad, web } of rows) {
    if (sum.ad && ad) {
      sum.ad.impressions += ad.impressions;
      sum.ad.clicks += ad.clicks;
      sum.ad.costMicros += ad.costMicros;
      if (ad.currency !== sum.ad.currency) sum.ad.currency = null;
    }
    if (sum.web && web) {
      sum.web.sessions += web.sessions;
      sum.web.pageViews += web.pageViews;
    }
  }
  return sum;
}

const nothing = figuresOf({ ad: null, web: null });

function figuresOf({ ad, web }: Counts) {
  const cost = ad && ad.currency !== null ? minorOfMicros(ad.costMicros) : null;
  return {
    impressions: ad?.impressions ?? null,
    clicks: ad?.clicks ?? null,
    ctr: ad && percentOf(ad.clicks, ad.impressions),
    cost,
    cost_formatted: cost === null ? null : formatMinor(cost),
    currency: ad?.currency ?? null,
    sessions: web?.sessions ?? null,
    page_views: web?.pageViews ?? null,
  };
}
