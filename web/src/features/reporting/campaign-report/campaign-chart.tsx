import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { visibility } from "@litfass/contract/kernel/viewability";
import type { CampaignOverview } from "@litfass/contract/reporting/campaign-overview";
import { useState } from "react";
import type { CallResult } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import {
  formatAmount,
  formatDate,
  formatDayMonth,
  formatMoney,
  formatNumber,
  formatTime,
  formatWeekday,
} from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { type ChartColumn, ColumnChart } from "../../../ui/charts/column-chart.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { addDays, daysIn, todayOn } from "../../../ui/inputs/date-range.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";
import text from "../../../ui/layout/text.module.css";
import dashboard from "../dashboard.module.css";
import { formatRate, formatViewability, maxDays } from "../rates.ts";
import { type DashboardFilter, queryOf } from "../use-filter.ts";
import styles from "./campaign-panels.module.css";
import { type ChartMetric, lastDays, partsOf } from "./chart-metrics.ts";
import { planTolerance } from "./plan-progress.tsx";

type CampaignChartProps = {
  campaign: Campaign;
  overview: CampaignOverview;
  filter: DashboardFilter;
  /** Undefined while the figures of a new period load. */
  totals: CallResult<"showStatistics"> | undefined;
  today: string;
};

const chartHeight = 282;
const chartPins = 50;

/** The figures of the period, each of which switches the chart below to its days. */
export function CampaignChart({ campaign, overview, filter, totals, today }: CampaignChartProps) {
  const { t } = useTranslation("campaign-report");
  const { t: tConversions } = useTranslation("conversions");
  const [chosen, setMetric] = useState<ChartMetric>("spend");
  const { currency } = overview;
  // The measurement may be switched off meanwhile, which removes its figure.
  const metric = chosen === "conversions" && overview.conversions === null ? "spend" : chosen;
  const daily = useCall(
    "listStatisticsTable",
    { query: { ...queryOf(filter), group_by: "day", per_page: maxDays, sort: "text", direction: "desc" } },
    { keep: true, everyMs: filter.refreshMs },
  );
  const days = lastDays(filter.range.from, filter.range.to, maxDays, (day) => addDays(day, -1));
  const byDay = new Map((daily.data?.data ?? []).map((row) => [row.key, row]));
  const pins = usePins(campaign.id);
  const formats: Record<ChartMetric, (value: number) => string> = {
    impressions: (value) => formatNumber(value),
    visibility: (value) => formatRate(value),
    clicks: (value) => formatNumber(value),
    ctr: (value) => formatRate(value, 2),
    spend: (value) => formatNumber(value, 2),
    conversions: (value) => formatNumber(value),
  };
  const columns: ChartColumn[] = days.map((day) => {
    const row = byDay.get(day);
    const parts = partsOf(metric, row);
    const sum = parts.reduce((all, part) => all + part, 0);
    const figure = metric === "spend" ? formatMoney(row?.spend ?? 0, currency) : formats[metric](sum);
    return {
      id: day,
      tick: formatDayMonth(day),
      values: parts,
      pale: day === today,
      pin: pins.get(day),
      reading: { name: `${formatWeekday(day)}, ${formatDate(day)}`, figures: [figure] },
    };
  });
  // Without a last day there is no plan.
  const share = campaign.end_on === null ? null : overview.even_share;
  const left = campaign.end_on && campaign.status !== "ENDED" ? daysIn({ from: today, to: campaign.end_on }) : 0;
  const perDay = totals?.spend == null ? null : totals.spend / Math.max(1, days.length);
  const tile = (name: ChartMetric) => ({ chosen: metric === name, onChoose: () => setMetric(name) });
  const loading = (width: number) => <Skeleton width={width} height={26} />;
  return (
    <Card flush>
      <Figures eight={overview.conversions !== null}>
        <Figure
          {...tile("impressions")}
          label={t("tiles.impressions")}
          value={totals ? formatNumber(totals.impressions) : loading(90)}
          detail={t("tiles.shown")}
        />
        {campaign.type === "audio" ? (
          <Figure
            label={t("tiles.heard")}
            value={totals ? (totals.impressions === 0 ? "–" : formatRate(totals.completion_rate)) : loading(70)}
            detail={t("tiles.unseen")}
          />
        ) : (
          <Figure
            {...tile("visibility")}
            label={t("tiles.visibility")}
            value={totals ? formatViewability(totals) : loading(70)}
            detail={
              <>
                {t("tiles.guaranteed", { percent: visibility.guaranteed })}
                {totals && totals.impressions > 0 && (
                  <>
                    <br />
                    {t("tiles.measured", { rate: formatRate(totals.measured_rate) })}
                  </>
                )}
              </>
            }
          />
        )}
        <Figure
          {...tile("clicks")}
          label={t("tiles.clicks")}
          value={totals ? formatNumber(totals.clicks) : loading(60)}
          detail={t("tiles.toPage")}
        />
        <Figure
          {...tile("ctr")}
          label={t("tiles.ctr")}
          value={totals ? (totals.impressions === 0 ? "–" : formatRate(totals.ctr, 2)) : loading(60)}
          detail={t("tiles.ofImpressions")}
        />
        {overview.conversions !== null && (
          <>
            <Figure
              {...tile("conversions")}
              label={t("tiles.conversions")}
              value={totals ? formatNumber(totals.conversions ?? 0) : loading(50)}
              detail={
                totals?.conversion_rate != null &&
                tConversions("tile.rate", { rate: formatRate(totals.conversion_rate, 1) })
              }
            />
            <Figure
              label={tConversions("tile.cost")}
              value={
                totals
                  ? totals.cost_per_conversion === null
                    ? "–"
                    : formatAmount(totals.cost_per_conversion)
                  : loading(70)
              }
              detail={
                totals && tConversions("tile.value", { amount: formatMoney(totals.conversion_value ?? 0, currency) })
              }
            />
          </>
        )}
        <Figure
          {...tile("spend")}
          label={t("tiles.spend")}
          value={totals ? formatAmount(totals.spend ?? 0) : loading(80)}
          detail={
            perDay === null
              ? t("tiles.currency", { currency })
              : t("tiles.perDay", { amount: formatMoney(perDay, currency) })
          }
        />
        <Figure
          label={t("tiles.remaining")}
          value={formatAmount(overview.remaining_budget)}
          detail={
            left > 0
              ? t("tiles.daysLeft", { count: left, currency })
              : t("tiles.ofBudget", { amount: formatMoney(overview.budget, currency) })
          }
        />
      </Figures>
      <div className={dashboard.chart}>
        <h2 className={styles.chartTitle}>{t(`chart.${metric}`, { currency })}</h2>
        {daily.error && !daily.data ? (
          <ErrorState title={t("failed")} error={daily.error} onRetry={() => void daily.refetch()} />
        ) : daily.data ? (
          <ColumnChart
            label={t(`chart.${metric}`, { currency })}
            format={formats[metric]}
            series={
              metric === "impressions"
                ? [
                    { name: t("chart.seen"), color: "var(--seen)" },
                    { name: t("chart.unseen"), color: "var(--unseen)" },
                  ]
                : [{ name: t(`tiles.${metric}`), color: "var(--seen)" }]
            }
            columns={columns}
            band={
              metric === "spend" && share !== null
                ? {
                    low: share * (1 - planTolerance),
                    high: share * (1 + planTolerance),
                    name: t("chart.band", { amount: formatAmount(share) }),
                  }
                : undefined
            }
          />
        ) : (
          <Skeleton height={chartHeight} />
        )}
        {days[0] !== undefined && days[0] > filter.range.from && (
          <p className={text.caption}>{t("chart.cut", { days: formatNumber(days.length) })}</p>
        )}
      </div>
    </Card>
  );
}

/** Changes by people by day, as pins in the chart. */
function usePins(campaignId: number): Map<string, string> {
  const { t } = useTranslation("campaign-report");
  const changes = useCall(
    "listCampaignChanges",
    { params: { userCampaign: campaignId }, query: { page: 1, per_page: chartPins } },
    { keep: true, staleMs: 60_000 },
  );
  const pins = new Map<string, string>();
  for (const { at, action, fields } of changes.data?.data ?? []) {
    if (action !== "changed" && action !== "banners" && action !== "status") continue;
    const status = action === "status" ? fields.find(({ field }) => field === "status")?.after : null;
    const what =
      status === "PAUSED"
        ? t("timeline.action.paused")
        : status === "ACTIVE"
          ? t("timeline.action.resumed")
          : t(action === "banners" ? "timeline.action.banners" : "chart.changed");
    pins.set(todayOn("Europe/Zurich", new Date(at)), t("chart.pin", { time: formatTime(at), what }));
  }
  return pins;
}
