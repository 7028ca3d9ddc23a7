import { useTranslation } from "react-i18next";
import type { CallResult } from "../../data/api.ts";
import { useCall } from "../../data/use-call.ts";
import {
  formatDate,
  formatDayMonth,
  formatMinor,
  formatMoney,
  formatNumber,
  formatWeekday,
} from "../../i18n/format.ts";
import { type ChartColumn, ColumnChart } from "../../ui/charts/column-chart.tsx";
import { addDays } from "../../ui/date-range.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Figure, Figures } from "../../ui/figures.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./dashboard.module.css";
import { formatRate } from "./rates.ts";
import { type DashboardFilter, queryOf } from "./use-filter.ts";

type DailyPanelProps = {
  filter: DashboardFilter;
  totals: CallResult<"showStatistics"> | undefined;
  today: string;
};

/** The figures of the period, and each day of it as a column. */
export function DailyPanel({ filter, totals, today }: DailyPanelProps) {
  const { t } = useTranslation("statistics");
  const daily = useCall(
    "listStatisticsTable",
    { query: { ...queryOf(filter), group_by: "day", per_page: 100 } },
    { keep: true, everyMs: filter.refreshMs },
  );
  const budget = totals?.budgets[0];
  const byDay = new Map((daily.data?.data ?? []).map((row) => [row.key, row]));
  const columns: ChartColumn[] = daysOf(filter.range.from, filter.range.to).map((day) => {
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
          t("reading.impressions", { number: formatNumber(impressions) }),
          t("reading.viewable", { number: formatNumber(viewable), rate: formatRate(row?.visibility_rate ?? 0) }),
          ...(row?.spend != null && row.currency ? [formatMoney(row.spend, row.currency)] : []),
        ],
      },
    };
  });
  return (
    <Sheet flush>
      <Figures>
        <Figure
          label={t("figure.impressions")}
          value={totals ? formatNumber(totals.impressions) : <Skeleton width={90} height={26} />}
          detail={totals ? t("figure.invalid", { number: formatNumber(totals.invalid_impressions) }) : null}
        />
        <Figure
          label={t("figure.visibility")}
          value={totals ? formatRate(totals.visibility_rate) : <Skeleton width={70} height={26} />}
          detail={t("figure.guaranteed")}
        />
        <Figure
          label={t("figure.clicks")}
          value={totals ? formatNumber(totals.clicks) : <Skeleton width={60} height={26} />}
          detail={t("figure.clicksNote")}
        />
        <Figure
          label={t("figure.ctr")}
          value={totals ? formatRate(totals.ctr, 2) : <Skeleton width={60} height={26} />}
          detail={t("figure.ctrNote")}
        />
        <Figure
          label={t("figure.effective")}
          value={budget ? formatMinor(budget.effective_budget) : "–"}
          detail={budget ? t("figure.currency", { currency: budget.currency }) : null}
        />
        <Figure
          label={t("figure.remaining")}
          value={budget ? formatMinor(budget.remaining_budget) : "–"}
          detail={budget ? t("figure.of", { amount: formatMoney(budget.budget, budget.currency) }) : null}
        />
      </Figures>
      <div className={styles.chart}>
        {daily.error && !daily.data ? (
          <ErrorState title={t("failed")} error={daily.error} onRetry={() => void daily.refetch()} />
        ) : daily.data ? (
          <ColumnChart
            label={t("chart.label")}
            series={[
              { name: t("chart.viewable"), color: "var(--seen)" },
              { name: t("chart.notViewable"), color: "var(--unseen)" },
            ]}
            columns={columns}
          />
        ) : (
          <Skeleton height={270} />
        )}
      </div>
    </Sheet>
  );
}

/** The days of a period, at most the 100 latest: more columns would be too thin to read. */
function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from && days.length < 100; day = addDays(day, -1)) days.unshift(day);
  return days;
}
