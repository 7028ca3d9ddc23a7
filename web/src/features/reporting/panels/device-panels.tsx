import { Monitor, Smartphone, Tablet, Tv } from "lucide-react";
import { formatWeekday } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { SmallColumns } from "../../../ui/charts/small-columns.tsx";
import { StackedBar } from "../../../ui/charts/stacked-bar.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Icon } from "../../../ui/layout/icon.tsx";
import text from "../../../ui/layout/text.module.css";
import styles from "../dashboard.module.css";
import { ExportMenu } from "../export-menu.tsx";
import type { DashboardFilter } from "../use-filter.ts";
import { BreakdownBody, useBreakdown } from "./breakdown.tsx";

/** A Monday, from which the weekday names are derived. */
const monday = "2026-01-05";
const dayNamed = (weekday: number) => `2026-01-${String(Number(monday.slice(8)) + weekday - 1).padStart(2, "0")}`;

/** Weekday overview (UI-DASH-002). */
export function WeekdayPanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("reporting");
  const result = useBreakdown("weekday", filter);
  const values = new Map((result.data?.data ?? []).map((row) => [Number(row.key), row.impressions]));
  const columns = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    name: formatWeekday(dayNamed(weekday), "short"),
    value: values.get(weekday) ?? 0,
  }));
  const best = [...values].sort((a, b) => b[1] - a[1])[0];
  return (
    <Card
      title={t("panel.weekdays")}
      aside={
        <span className={styles.asides}>
          <ExportMenu filter={filter} groupBy="weekday" of={t("panel.weekdays")} />
        </span>
      }
    >
      <BreakdownBody result={result}>
        <SmallColumns label={t("panel.weekdays")} columns={columns} />
        {best && best[1] > 0 && (
          <p className={text.caption}>{t("bestDay", { day: formatWeekday(dayNamed(best[0])) })}</p>
        )}
      </BreakdownBody>
    </Card>
  );
}

const icons = { smartphone: Smartphone, computer: Monitor, tablet: Tablet, connected_tv: Tv } as const;
const isDevice = (key: string): key is keyof typeof icons => key in icons;

/** Device overview (UI-DASH-003). */
export function DevicePanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("reporting");
  const result = useBreakdown("device", filter);
  const parts = (result.data?.data ?? []).map((row) => ({
    id: row.key,
    name: isDevice(row.key) ? t(`device.${row.key}`) : t("unknown"),
    value: row.impressions,
    icon: isDevice(row.key) ? <Icon of={icons[row.key]} size={16} /> : null,
  }));
  return (
    <Card
      title={t("panel.devices")}
      aside={
        <span className={styles.asides}>
          <ExportMenu filter={filter} groupBy="device" of={t("panel.devices")} />
        </span>
      }
    >
      <BreakdownBody result={result}>
        <StackedBar parts={parts} />
      </BreakdownBody>
    </Card>
  );
}
