import {
  type PublisherGrouping,
  type PublisherReportRow,
  publisherGroupings,
} from "@litfass/contract/publishers/publisher-report";
import { useMemo } from "react";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatMoney, formatNumber, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { DateRangePicker } from "../../ui/inputs/date-range-picker.tsx";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { LocalTable } from "../../ui/tables/local-table.tsx";
import { usePeriod } from "../../ui/tables/use-period.ts";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import styles from "./publishers.module.css";

type Totals = Omit<PublisherReportRow, "key" | "text" | "site" | "source">;

const revenueOf = ({ revenue }: Totals): string =>
  revenue.length === 0 ? "–" : revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(", ");
const rateOf = ({ fill_rate }: Totals): string => (fill_rate === null ? "–" : formatPercent(fill_rate));

/**
 * Requests, fill rate, impressions and revenue of a period, by day, site, placement or source; refreshed every ten
 * seconds.
 */
export function ReportTab({ publisher }: { publisher: number }) {
  const { t } = useTranslation("publishers");
  const { range, today, setRange } = usePeriod();
  const [chosen, choose] = useChoice("by", publisherGroupings);
  const grouping = chosen ?? "day";
  const state = useTableState({ perPage: 50, prefix: "report_" });
  const query = { ...range, group_by: grouping };
  const report = useCall("showPublisherReport", { params: { publisher }, query }, { keep: true, everyMs: 10_000 });
  const total = report.data?.total;
  const hasHeaderBidding = report.data?.data.some(({ source }) => source === "header_bidding");
  return (
    <Stack>
      <Row>
        <DateRangePicker label={t("report.period")} value={range} max={today} onChange={setRange} />
      </Row>
      <Card flush>
        <Figures>
          <Figure label={t("report.revenue")} tinted value={total ? revenueOf(total) : "–"} />
          <Figure label={t("report.impressions")} value={total ? formatNumber(total.impressions) : "–"} />
          <Figure label={t("report.requests")} value={total ? formatNumber(total.requests) : "–"} />
          <Figure label={t("report.fill_rate")} value={total ? rateOf(total) : "–"} />
        </Figures>
      </Card>
      <Tabs
        label={t("report.by")}
        tabs={publisherGroupings.map((value) => ({ value, label: t(`report.grouping.${value}`) }))}
        value={grouping}
        onChange={choose}
      />
      <Card flush>
        <LocalTable
          caption={t("tab.report")}
          columns={useReportColumns(grouping)}
          rows={report.data?.data}
          rowKey={(row) => row.key}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          error={report.error}
          onRetry={() => void report.refetch()}
          errorTitle={t("report.failed")}
          empty={<EmptyState title={t("report.none")}>{t("report.noneText")}</EmptyState>}
        />
      </Card>
      {hasHeaderBidding && <p className={styles.caption}>{t("report.bidNote")}</p>}
    </Stack>
  );
}

/** What a row is about. A placement or ad unit is told with its site and, unless the tag filled it, its source. */
function GroupName({
  row: { text, site, source },
  grouping,
}: {
  row: PublisherReportRow;
  grouping: PublisherGrouping;
}) {
  const { t } = useTranslation("publishers");
  if (grouping === "day") return formatDate(text);
  if (grouping === "source") return source && t(`report.source.${source}`);
  if (grouping === "site") return text;
  return (
    <>
      {text || t("report.unnamed")}
      <span className={styles.under}>
        {source === "header_bidding" ? `${site}, ${t("report.source.header_bidding")}` : site}
      </span>
    </>
  );
}

function useReportColumns(grouping: PublisherGrouping): Column<PublisherReportRow>[] {
  const { t } = useTranslation("publishers");
  return useMemo(() => {
    const count = (
      id: "requests" | "ads" | "fallback_ads" | "impressions" | "viewable" | "clicks",
    ): Column<PublisherReportRow> => ({
      id,
      header: t(`report.${id}`),
      align: "right",
      sortable: true,
      value: (row) => row[id],
      cell: (row) => formatNumber(row[id]),
    });
    return [
      {
        id: "text",
        header: t(`report.grouping.${grouping}`),
        narrow: "title",
        sortable: true,
        value: ({ text }) => text,
        cell: (row) => <GroupName row={row} grouping={grouping} />,
      },
      count("requests"),
      count("ads"),
      count("fallback_ads"),
      {
        id: "fill_rate",
        header: t("report.fill_rate"),
        align: "right",
        sortable: true,
        value: ({ fill_rate }) => fill_rate,
        cell: rateOf,
      },
      count("impressions"),
      count("viewable"),
      count("clicks"),
      { id: "revenue", header: t("report.revenue"), align: "right", cell: revenueOf },
    ];
  }, [t, grouping]);
}
