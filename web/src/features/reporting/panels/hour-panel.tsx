import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { HourColumns } from "../../../ui/charts/hour-columns.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import dashboard from "../dashboard.module.css";
import { ExportMenu } from "../export-menu.tsx";
import type { DashboardFilter } from "../use-filter.ts";
import { BreakdownBody, useBreakdown } from "./breakdown.tsx";

const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00`;

/** Impressions by hour of the day, in the account's time zone. */
export function HourPanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("campaign-report");
  const result = useBreakdown("hour", filter);
  const values = (result.data?.data ?? []).map(({ key, impressions }) => ({ hour: Number(key), impressions }));
  const best = values.reduce((a, b) => (b.impressions > a.impressions ? b : a), { hour: 0, impressions: 0 });
  return (
    <Card
      title={t("hours.title")}
      aside={
        <span className={dashboard.asides}>
          <ExportMenu filter={filter} groupBy="hour" of={t("hours.title")} />
        </span>
      }
    >
      <BreakdownBody result={result}>
        <HourColumns
          label={t("hours.title")}
          hours={values.map(({ hour, impressions }) => ({
            hour,
            value: impressions,
            name: t("hours.at", { from: clock(hour), to: clock(hour + 1) }),
          }))}
          format={(value) => formatNumber(value)}
        />
        {best.impressions > 0 && (
          <p className={text.caption}>{t("hours.best", { from: clock(best.hour), to: clock(best.hour + 1) })}</p>
        )}
      </BreakdownBody>
    </Card>
  );
}
