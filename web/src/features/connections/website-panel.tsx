import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatDateTime, formatDayMonth, formatNumber, formatWeekday } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { BarList } from "../../ui/charts/bar-list.tsx";
import { ColumnChart } from "../../ui/charts/column-chart.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { todayOn } from "../../ui/inputs/date-range.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import type { usePeriod } from "../../ui/tables/use-period.ts";
import { Choice } from "./choice.tsx";
import styles from "./connections.module.css";
import { ConnectPrompt, ProblemNote } from "./source-state.tsx";

type Web = CallResult<"showGoogleAnalytics">;
type WebsitePanelProps = { period: ReturnType<typeof usePeriod> };

const service = "google_analytics";
const filters = ["property", "channel", "country", "device"] as const;

/** The figures of the user's website with filters, or a prompt to connect it. */
export function WebsitePanel({ period }: WebsitePanelProps) {
  const { t } = useTranslation("connections");
  const query = {
    ...period.range,
    ...Object.fromEntries(filters.flatMap((name) => (period.chosen(name) ? [[name, period.chosen(name)]] : []))),
  };
  const web = useCall("showGoogleAnalytics", { query }, { keep: true, staleMs: 60_000 });
  const { data, error } = web;
  const title = data?.property ? t("website.of", { name: data.property.name }) : t("website.title");
  if (error && !data) {
    return (
      <Card title={title}>
        <ErrorState title={t("failed")} error={error} onRetry={() => void web.refetch()} />
      </Card>
    );
  }
  if (data && !data.connected) {
    return (
      <Card title={title}>
        <ConnectPrompt service={service} />
      </Card>
    );
  }
  return (
    <Card
      flush
      title={title}
      aside={data?.fetched_at && <p className={styles.age}>{t("fetched", { at: formatDateTime(data.fetched_at) })}</p>}
    >
      {data?.problem && (
        <div className={styles.inside}>
          <ProblemNote service={service} problem={data.problem} onRetry={() => void web.refetch()} />
        </div>
      )}
      {data && <WebsiteFilters period={period} />}
      {!data?.problem && <WebsiteFigures data={data} />}
    </Card>
  );
}

function WebsiteFilters({ period }: WebsitePanelProps) {
  const { t } = useTranslation("connections");
  const property = period.chosen("property");
  const query = { ...period.range, ...(property ? { property } : {}) };
  const { data } = useCall("listGoogleAnalyticsFilters", { query }, { keep: true, staleMs: 60_000 });
  const options = {
    property: data?.properties.map(({ id, name }) => ({ value: id, label: name })),
    channel: data?.channels.map(({ value }) => ({ value, label: value })),
    country: data?.countries.map(({ value }) => ({ value, label: value })),
    device: data?.devices.map(({ value }) => ({ value, label: deviceName(t, value) })),
  };
  return (
    <div className={styles.inside}>
      <div className={styles.filters}>
        {filters.map((name) => (
          <Choice
            key={name}
            label={t(`website.filter.${name}`)}
            everything={t(`website.all.${name}`)}
            options={options[name]}
            value={period.chosen(name)}
            onChange={(value) => period.write({ [name]: value })}
          />
        ))}
      </div>
    </div>
  );
}

function WebsiteFigures({ data }: { data: Web | undefined }) {
  const { t } = useTranslation("connections");
  const totals = data?.totals ?? undefined;
  const shown = (value: string | undefined) => value ?? <Skeleton width={80} height={26} />;
  return (
    <>
      <Figures>
        <Figure label={t("website.sessions")} value={shown(totals && formatNumber(totals.sessions))} />
        <Figure
          label={t("website.users")}
          value={shown(totals && formatNumber(totals.users))}
          detail={totals && t("website.newUsers", { number: formatNumber(totals.new_users) })}
        />
        <Figure label={t("website.pageViews")} value={shown(totals && formatNumber(totals.page_views))} />
        <Figure
          label={t("website.engagement")}
          value={shown(totals && `${formatNumber(totals.engagement_rate, 1)}%`)}
          detail={t("website.engagementMeans")}
        />
        <Figure label={t("website.length")} value={shown(totals && lengthOf(totals.session_seconds))} />
      </Figures>
      <div className={styles.chart}>
        {data ? (
          <ColumnChart
            label={t("website.perDay")}
            series={[{ name: t("website.sessions"), color: "var(--series-1)" }]}
            columns={data.days.slice(-100).map(({ date, ...day }) => ({
              id: date,
              tick: date === todayOn() ? t("today") : formatDayMonth(date),
              values: [day.sessions],
              pale: date === todayOn(),
              reading: {
                name: `${formatWeekday(date)}, ${formatDate(date)}`,
                figures: [
                  t("website.reading.sessions", { count: day.sessions, number: formatNumber(day.sessions) }),
                  t("website.reading.pageViews", { count: day.page_views, number: formatNumber(day.page_views) }),
                ],
              },
            }))}
          />
        ) : (
          <Skeleton height={270} />
        )}
      </div>
      {data && (
        <div className={styles.parts}>
          <Part title={t("website.channels")} rows={data.channels} value={(row) => row.sessions} />
          <Part title={t("website.pages")} rows={data.pages} value={(row) => row.page_views} />
          <Part
            title={t("website.devices")}
            rows={data.devices.map((row) => ({ ...row, name: deviceName(t, row.key) }))}
            value={(row) => row.sessions}
          />
        </div>
      )}
    </>
  );
}

type Row = Web["channels"][number] & { name?: string };
const maxBars = 8;

function Part({ title, rows, value }: { title: string; rows: Row[]; value: (row: Row) => number }) {
  return (
    <div>
      <h3>{title}</h3>
      <BarList
        rows={rows.slice(0, maxBars).map((row) => ({ id: row.key, name: row.name ?? row.key, value: value(row) }))}
      />
    </div>
  );
}

const devices = ["mobile", "desktop", "tablet"] as const;
const deviceName = (t: ReturnType<typeof useTranslation<"connections">>["t"], key: string): string => {
  const known = devices.find((device) => device === key);
  return known ? t(`device.${known}`) : key;
};

/** 94.2 seconds are 1:34. */
function lengthOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
