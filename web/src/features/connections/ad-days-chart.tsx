import { formatDate, formatDayMonth, formatNumber, formatWeekday } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ColumnChart } from "../../ui/charts/column-chart.tsx";
import { todayOn } from "../../ui/inputs/date-range.ts";

type AdDaysChartProps = { days: { date: string; impressions: number; clicks: number }[] };

/** Impressions by day; the reading line also shows clicks. */
export function AdDaysChart({ days }: AdDaysChartProps) {
  const { t } = useTranslation("connections");
  return (
    <ColumnChart
      label={t("searchAds.perDay")}
      series={[{ name: t("combined.impressions"), color: "var(--series-1)" }]}
      columns={days.slice(-100).map(({ date, impressions, clicks }) => ({
        id: date,
        tick: date === todayOn() ? t("today") : formatDayMonth(date),
        values: [impressions],
        pale: date === todayOn(),
        reading: {
          name: `${formatWeekday(date)}, ${formatDate(date)}`,
          figures: [
            t("searchAds.reading.impressions", { count: impressions, number: formatNumber(impressions) }),
            t("searchAds.reading.clicks", { count: clicks, number: formatNumber(clicks) }),
          ],
        },
      }))}
    />
  );
}
