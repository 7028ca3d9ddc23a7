import { withCurrency } from "@litfass/contract/kernel/thousands";
import { type ReportSource, reportSources } from "@litfass/contract/reporting/combined-report";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../api/api.ts";
import { formatDate, formatDateTime, formatDayMonth, formatNumber, formatWeekday } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { type ChartColumn, ColumnChart } from "../../ui/charts/column-chart.tsx";
import { seriesColor } from "../../ui/charts/stacked-bar.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { type DateRange, todayOn } from "../../ui/inputs/date-range.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { LocalTable } from "../../ui/tables/local-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import { CombinedExport } from "./combined-export.tsx";
import { CombinedFilter, type CombinedFilterProps, type CombinedRow as Row, sourceName } from "./combined-filter.tsx";
import styles from "./connections.module.css";
import { GapNote, ProblemNote } from "./source-state.tsx";

export type Combined = CallResult<"showStatistics">;

const colorOf = (source: ReportSource): string => seriesColor(reportSources.indexOf(source));
const metrics = ["impressions", "clicks", "sessions"] as const;
type Metric = (typeof metrics)[number];

type CombinedPanelProps = {
  range: DateRange;
  /** What the filter shows. */
  report: Combined | undefined;
  filter: CombinedFilterProps;
  onRetry: () => void;
};

/** The combined report: each source in total, by day, and by campaign or channel (SVC-002). */
export function CombinedPanel({ range, report, filter, onRetry }: CombinedPanelProps) {
  const { t } = useTranslation("connections");
  const [metric, setMetric] = useState<Metric>("impressions");
  const sources = report?.sources ?? [];
  const connected = sources.filter((each) => each.connected);
  const counted = connected.filter((each) => each[metric] !== null);
  return (
    <Card flush title={t("combined.title")} aside={<CombinedExport range={range} only={filter.only} />}>
      <CombinedFilter {...filter} />
      <Figures>
        {reportSources.map((source) => {
          const of = sources.find((each) => each.source === source);
          const count = of?.impressions ?? of?.sessions;
          const label = of?.sessions != null ? t("combined.sessions") : t("combined.impressions");
          return (
            <Figure
              key={source}
              label={
                <>
                  <i className={styles.swatch} style={{ background: colorOf(source) }} />
                  {sourceName(source)}
                </>
              }
              value={report ? count == null ? "–" : formatNumber(count) : <Skeleton width={90} height={26} />}
              detail={
                of?.connected === false ? (
                  <Link to="/integrations">{t("combined.connect")}</Link>
                ) : of?.problem ? (
                  t(`short.${of.problem}`)
                ) : (
                  label
                )
              }
            />
          );
        })}
      </Figures>
      {connected.map(({ source, problem, gaps }) =>
        source !== "platform" && (problem || gaps.length > 0) ? (
          <div key={source} className={styles.inside}>
            {problem && <ProblemNote service={source} problem={problem} onRetry={onRetry} />}
            <GapNote gaps={gaps} />
          </div>
        ) : null,
      )}
      <div className={styles.chart}>
        <Tabs
          label={t("combined.metric")}
          tabs={metrics.map((value) => ({ value, label: t(`combined.${value}`) }))}
          value={metric}
          onChange={setMetric}
        />
        {report ? (
          <ColumnChart
            label={t(`combined.perDay.${metric}`)}
            series={counted.map(({ source }) => ({ name: sourceName(source), color: colorOf(source) }))}
            columns={columnsOf(
              report,
              counted.map(({ source }) => source),
              metric,
              t("today"),
            )}
          />
        ) : (
          <Skeleton height={270} />
        )}
      </div>
      <CombinedTable report={report} />
    </Card>
  );
}

function columnsOf(report: Combined, sources: ReportSource[], metric: Metric, today: string): ChartColumn[] {
  const byDay = Map.groupBy(report.days ?? [], (day) => day.date);
  return [...byDay].slice(-100).map(([date, days]) => {
    const values = sources.map((source) => days.find((day) => day.source === source)?.[metric] ?? 0);
    return {
      id: date,
      tick: date === todayOn() ? today : formatDayMonth(date),
      values,
      pale: date === todayOn(),
      reading: {
        name: `${formatWeekday(date)}, ${formatDate(date)}`,
        figures: sources.map((source, at) => `${sourceName(source)} ${formatNumber(values[at] ?? 0)}`),
      },
    };
  });
}

function CombinedTable({ report }: { report: Combined | undefined }) {
  const { t } = useTranslation("connections");
  const state = useTableState({ perPage: 15, sort: "impressions", direction: "desc", prefix: "s_" });
  const fetched = report?.sources?.flatMap(({ fetched_at: at }) => at ?? []).sort()[0];
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        id: "name",
        header: t("combined.name"),
        sortable: true,
        narrow: "title",
        value: (row) => row.name,
        cell: (row) => row.name,
      },
      {
        id: "source",
        header: t("combined.source"),
        sortable: true,
        value: (row) => sourceName(row.source),
        cell: (row) => (
          <span className={styles.source}>
            <i className={styles.swatch} style={{ background: colorOf(row.source) }} />
            {sourceName(row.source)}
          </span>
        ),
      },
      {
        id: "account",
        header: t("combined.account"),
        sortable: true,
        value: (row) => row.account ?? "",
        cell: (row) => row.account ?? "–",
      },
      figure("impressions", t("combined.impressions"), (row) => row.impressions),
      figure("clicks", t("combined.clicks"), (row) => row.clicks),
      figure(
        "ctr",
        t("combined.ctr"),
        (row) => row.ctr,
        (value) => `${formatNumber(value, 2)}%`,
      ),
      {
        ...figure("cost", t("combined.cost"), (row) => row.cost),
        cell: (row) =>
          row.currency === null || row.cost_formatted === null ? "–" : withCurrency(row.currency, row.cost_formatted),
      },
      figure("sessions", t("combined.sessions"), (row) => row.sessions),
      { ...figure("page_views", t("combined.pageViews"), (row) => row.page_views), narrow: "hidden" },
    ],
    [t],
  );
  return (
    <>
      {fetched && (
        <div className={styles.tableHead}>
          <p className={styles.age}>{t("fetched", { at: formatDateTime(fetched) })}</p>
        </div>
      )}
      <LocalTable
        caption={t("combined.table")}
        columns={columns}
        rows={report?.rows}
        rowKey={(row) => `${row.source} ${row.key}`}
        state={state}
        pageSizes={[15, 25, 50]}
        empty={<EmptyState title={t("combined.none")}>{t("combined.noneText")}</EmptyState>}
      />
    </>
  );
}

const figure = (
  id: string,
  header: string,
  value: (row: Row) => number | null,
  format: (value: number) => string = (each) => formatNumber(each),
): Column<Row> => ({
  id,
  header,
  sortable: true,
  align: "right",
  // Columns a source has no data for come after those it has.
  value: (row) => value(row) ?? -1,
  cell: (row) => {
    const found = value(row);
    return found === null ? "–" : format(found);
  },
});
