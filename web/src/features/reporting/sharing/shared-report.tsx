import { Download } from "lucide-react";
import type { CallResult } from "../../../api/api.ts";
import { formatDate, formatDayMonth, formatNumber, formatWeekday } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { BarList } from "../../../ui/charts/bar-list.tsx";
import { ColumnChart } from "../../../ui/charts/column-chart.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import text from "../../../ui/layout/text.module.css";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import styles from "../dashboard.module.css";
import { lastDayBefore } from "../last-day.ts";
import { MetricLabel } from "../metric-label.tsx";
import { formatRate, formatViewability, maxDays } from "../rates.ts";
import { useReportHeading } from "../use-report-heading.ts";

type Report = CallResult<"openSharedReport">;
type Row = Report["campaigns"][number];

type SharedReportProps = {
  report: Report;
  /** Downloads it as a PDF; `busy` while that takes. */
  onSave: () => void;
  busy: boolean;
};

/** The figures of a shared report: read-only, without money. */
export function SharedReport({ report, onSave, busy }: SharedReportProps) {
  const { t } = useTranslation("reporting");
  const { t: tConversions } = useTranslation("conversions");
  const { total } = report;
  const sentence = useReportHeading({ impressions: total.impressions, range: report });
  const today = todayOn();
  // More columns would be too thin.
  const days = report.days.slice(-maxDays);
  return (
    <>
      <PageHeading
        lead={t("shared.until", { day: lastDayBefore(report.expires_at) })}
        actions={
          <Button icon={Download} busy={busy} onClick={onSave}>
            {t("shared.pdf")}
          </Button>
        }
      >
        {report.title}: {sentence}
      </PageHeading>
      <div className={styles.panels}>
        <Card flush>
          <Figures>
            <Figure label={<MetricLabel name="impressions" />} value={formatNumber(total.impressions)} />
            <Figure
              label={<MetricLabel name="visibility" />}
              value={formatViewability(total)}
              detail={total.impressions > 0 && t("figure.measured", { rate: formatRate(total.measured_rate) })}
            />
            <Figure label={<MetricLabel name="clicks" />} value={formatNumber(total.clicks)} />
            <Figure label={<MetricLabel name="ctr" />} value={formatRate(total.ctr, 2)} />
            {total.conversions !== null && (
              <Figure
                label={tConversions("title")}
                value={formatNumber(total.conversions)}
                detail={
                  total.conversion_rate !== null &&
                  tConversions("tile.rate", { rate: formatRate(total.conversion_rate, 2) })
                }
              />
            )}
          </Figures>
          <div className={styles.chart}>
            <ColumnChart
              label={t("chart.label")}
              series={[
                { name: t("chart.viewable"), color: "var(--seen)" },
                { name: t("chart.notViewable"), color: "var(--unseen)" },
              ]}
              columns={days.map((day) => ({
                id: day.date,
                tick: day.date === today ? t("today") : formatDayMonth(day.date),
                pale: day.date === today,
                values: [day.viewable, Math.max(0, day.impressions - day.viewable)],
                reading: {
                  name: `${formatWeekday(day.date)}, ${formatDate(day.date)}`,
                  figures: [
                    t("reading.impressions", { count: day.impressions, number: formatNumber(day.impressions) }),
                    t("reading.viewable", {
                      number: formatNumber(day.viewable),
                      rate: day.measured === 0 ? "–" : formatRate((day.viewable / day.measured) * 100),
                    }),
                  ],
                },
              }))}
            />
            {days.length < report.days.length && (
              <p className={text.caption}>{t("chart.cut", { days: formatNumber(days.length) })}</p>
            )}
          </div>
        </Card>
        <Rows title={t("panel.campaigns")} name={t("column.campaign")} rows={report.campaigns} />
        <div className={styles.two}>
          <Rows title={t("panel.sites")} name={t("column.site")} rows={report.sites} />
          <div className={styles.panels}>
            <Parts title={t("panel.devices")} parts={report.devices} devices />
            <Parts title={t("panel.cities")} parts={report.cities} />
          </div>
        </div>
      </div>
    </>
  );
}

function Rows({ title, name, rows }: { title: string; name: string; rows: Row[] }) {
  const { t } = useTranslation("reporting");
  const { t: tConversions } = useTranslation("conversions");
  const columns: Column<Row>[] = [
    { id: "text", header: name, narrow: "title", cell: (row) => row.text || t("unknownSite") },
    figure("impressions", t("column.impressions"), (row) => formatNumber(row.impressions)),
    figure("visibility", t("column.visibility"), (row) => formatViewability(row)),
    figure("clicks", t("column.clicks"), (row) => formatNumber(row.clicks)),
    figure("ctr", t("column.ctr"), (row) => formatRate(row.ctr, 2)),
  ];
  if (rows.some(({ conversions }) => conversions !== null)) {
    columns.push(
      figure("conversions", tConversions("title"), ({ conversions }) =>
        conversions === null ? "–" : formatNumber(conversions),
      ),
    );
  }
  return (
    <Card flush title={title}>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(rows.indexOf(row))}
        empty={<EmptyState title={t("none.yet")}>{t("none.yetText")}</EmptyState>}
      />
    </Card>
  );
}

const figure = (id: string, header: string, cell: (row: Row) => string): Column<Row> => ({
  id,
  header,
  align: "right",
  cell,
});

const devices = ["smartphone", "computer", "tablet", "connected_tv"] as const;
const isDevice = (key: string): key is (typeof devices)[number] => devices.some((each) => each === key);

function Parts({ title, parts, devices: of }: { title: string; parts: Report["devices"]; devices?: boolean }) {
  const { t } = useTranslation("reporting");
  return (
    <Card title={title}>
      <BarList
        rows={parts.map((part) => ({
          id: part.text,
          name: of && isDevice(part.text) ? t(`device.${part.text}`) : part.text || t("unknown"),
          value: part.impressions,
        }))}
      />
    </Card>
  );
}
