import { type ConnectionService, connectionServices } from "@litfass/contract/connections/connections";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type {
  CombinedDay,
  CombinedReport,
  CombinedRow,
  CombinedSource,
  ReportPart,
  ReportSource,
} from "@litfass/contract/reporting/combined-report";
import type { StatisticsFilter } from "@litfass/contract/reporting/statistics";
import { invalid } from "@litfass/platform/problem";
import { percentOf } from "../metrics/metrics.ts";
import { type ExternalReport, oneCurrency, openReport, type Report, type StatisticsContext } from "../report.ts";
import { daysOf } from "../report-period.ts";

/** Maximum number of rows of one source. */
const maxRows = 500;

type Ad = { impressions: number; clicks: number; costMicros: bigint; currency: string | null };
type Web = { sessions: number; pageViews: number };
type Counts = { ad: Ad | null; web: Web | null };
type SourceRow = ExternalReport["rows"][number];
type CombinedQuery = StatisticsFilter & { source?: ReportSource[]; only?: ReportPart };

/**
 * The combined report: the platform's figures beside those of the caller's own connected accounts, for the same days;
 * with `only`, that part alone. Consents are personal: a report about another user holds nothing from outside.
 * @throws 422 if `only` names an account or campaign that isn't the caller's
 */
export async function combine(
  context: StatisticsContext,
  report: Report,
  caller: Caller,
  query: CombinedQuery,
): Promise<CombinedReport> {
  const { source = [], owner, only } = query;
  const { from, to } = report.period;
  const isOwn = owner === undefined || owner === caller.uid;
  const services = connectionServices.filter(
    (service): service is ConnectionService => source.includes(service) && (!only || only.source === service),
  );
  const external =
    isOwn && services.length > 0 ? await context.sources.externalReports(caller.uid, services, { from, to }) : [];
  const parts = external.map((each) => externalPart(narrowed(each, only), daysOf(report.period)));
  if (!only || only.source === "platform") {
    parts.unshift(await platformPart(only?.key ? await campaignReport(context, caller, query, only.key) : report));
  }
  return {
    sources: parts.map((part) => part.source),
    rows: parts.flatMap((part) => part.rows),
    days: parts.flatMap((part) => part.days),
  };
}

async function campaignReport(context: StatisticsContext, caller: Caller, query: CombinedQuery, key: string) {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : 0;
  const report = await openReport(context, caller, { ...query, campaign_ids: [id] });
  if (report.campaigns.length === 0) throw invalid({ only: ["rule.oneOf"] });
  return report;
}

/** A source without an answer has no known accounts: its problem is shown in place of a refusal. */
function narrowed(external: ExternalReport, only: ReportPart | undefined): ExternalReport {
  const key = only?.key;
  if (!key || external.fetchedAt === null) return external;
  const [account = ""] = key.split("/");
  if (!external.accounts.some(({ id }) => id === account)) throw invalid({ only: ["rule.oneOf"] });
  return { ...external, rows: external.rows.filter((row) => row.key === key || row.accountId === key) };
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
      const name = campaign?.name ?? row.key;
      const figures = adOf(row, campaign?.currency ?? common);
      return { source, key: row.key, name, account_id: null, account: null, ...figures };
    }),
    days: daysOf(report.period).map((date) => ({ source, date, ...adOf(days.get(date)) })),
  };
}

function externalPart(
  { source, rows, accounts, accountName, fetchedAt, ...state }: ExternalReport,
  dates: string[],
): Part {
  const about = { connected: state.connected, problem: state.problem, account_name: accountName, gaps: state.gaps };
  const fetched = { ...about, fetched_at: fetchedAt?.toISOString() ?? null };
  if (fetchedAt === null) return { source: { source, ...fetched, ...nothing }, rows: [], days: [] };
  const byKey = Map.groupBy(rows, (row) => row.key);
  const byDay = Map.groupBy(rows, (row) => row.date);
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]));
  const all = [...byKey].map(([key, each]) => {
    const [{ name, accountId } = { name: key, accountId: "" }] = each;
    const account = nameOf.get(accountId) ?? accountId;
    return { source, key, name, account_id: accountId, account, ...figuresOf(sumOf(each)) };
  });
  const seen = (row: CombinedRow): number => row.impressions ?? row.sessions ?? 0;
  return {
    source: { source, ...fetched, ...figuresOf(sumOf(rows)) },
    rows: all.sort((a, b) => seen(b) - seen(a)).slice(0, maxRows),
    days: dates.map((date) => ({ source, date, ...figuresOf(sumOf(byDay.get(date) ?? [], rows[0])) })),
  };
}

/** The sum of rows; without rows, zeros of the same kind as `like`. */
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
