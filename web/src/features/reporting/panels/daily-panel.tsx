import type { CallResult } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatDate, formatDayMonth, formatMoney, formatNumber, formatWeekday } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { type ChartColumn, ColumnChart } from "../../../ui/charts/column-chart.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { addDays } from "../../../ui/inputs/date-range.ts";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { rangeBefore } from "../compare.ts";
import styles from "../dashboard.module.css";
import { OverviewFigures } from "../overview-figures.tsx";
import { formatViewability, maxDays } from "../rates.ts";
import { type DashboardFilter, queryOf } from "../use-filter.ts";

type DailyPanelProps = {
  filter: DashboardFilter;
  totals: CallResult<"showStatistics"> | undefined;
  /** The figures are those of the previous period, until the new ones have loaded. */
  isStale?: boolean;
  today: string;
};

/** The key figures of the period and a column per day. */
export function DailyPanel({ filter, totals, isStale = false, today }: DailyPanelProps) {
  const { t } = useTranslation("reporting");
  const daily = useCall(
    "listStatisticsTable",
    { query: { ...queryOf(filter), group_by: "day", per_page: maxDays, sort: "text", direction: "desc" } },
    { keep: true, everyMs: filter.refreshMs },
  );
  const before = useCall(
    "showImpressionsChart",
    { query: queryOf({ ...filter, range: rangeBefore(filter.range) }) },
    { keep: true, staleMs: 600_000 },
  );
  const pointsBefore = before.data?.series[0]?.points ?? [];
  const byDay = new Map((daily.data?.data ?? []).map((row) => [row.key, row]));
  const columns: ChartColumn[] = daysOf(filter.range.from, filter.range.to).map((day, at, days) => {
    const dayBefore = pointsBefore.at(at - days.length);
    const row = byDay.get(day);
    const impressions = row?.impressions ?? 0;
    const viewable = row?.viewable_impressions ?? 0;
    return {
      id: day,
      tick: day === today ? t("today") : formatDayMonth(day),
      values: [viewable, Math.max(0, impressions - viewable)],
      pale: day === today,
      reading: {
        name: `${formatWeekday(day)}, ${formatDate(day)}`,
        figures: [
          t("reading.impressions", { count: impressions, number: formatNumber(impressions) }),
          t("reading.viewable", { number: formatNumber(viewable), rate: row ? formatViewability(row) : "–" }),
          ...(dayBefore
            ? [t("reading.previous", { day: formatDayMonth(dayBefore.date), number: formatNumber(dayBefore.value) })]
            : []),
          ...(row?.spend != null && row.currency ? [formatMoney(row.spend, row.currency)] : []),
        ],
      },
    };
  });
  return (
    <Card flush>
      <div className={classNames(isStale && styles.stale)} aria-busy={isStale}>
        <OverviewFigures filter={filter} totals={totals} />
      </div>
      <div className={classNames(styles.chart, daily.isPlaceholderData && styles.stale)}>
        {daily.error && !daily.data ? (
          <ErrorState title={t("failed")} error={daily.error} onRetry={() => void daily.refetch()} />
        ) : daily.data ? (
          <>
            <ColumnChart
              label={t("chart.label")}
              series={[
                { name: t("chart.viewable"), color: "var(--seen)" },
                { name: t("chart.notViewable"), color: "var(--unseen)" },
              ]}
              columns={columns}
            />
            {columns[0] && columns[0].id > filter.range.from && (
              <p className={text.caption}>{t("chart.cut", { days: formatNumber(columns.length) })}</p>
            )}
          </>
        ) : (
          <Skeleton height={270} />
        )}
      </div>
    </Card>
  );
}

/** The days of a period that fit the chart. */
function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from && days.length < maxDays; day = addDays(day, -1)) days.unshift(day);
  return days;
}
