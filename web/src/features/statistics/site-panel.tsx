import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../data/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useTableState } from "../../ui/use-table-state.ts";
import { type MetricRow, number } from "./campaign-panel.tsx";
import styles from "./dashboard.module.css";
import { ExportMenu } from "./export-menu.tsx";
import { formatRate } from "./rates.ts";
import { type DashboardFilter, queryOf } from "./use-filter.ts";

const sorts = ["text", "impressions", "ctr", "visibility_rate"] as const;
const isSort = (value: string | null): value is (typeof sorts)[number] => sorts.some((each) => each === value);

/** Impressions per URL: every site and app where the ads ran (UI-DASH-004). */
export function SitePanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("statistics");
  const state = useTableState({ perPage: 10, sort: "impressions", direction: "desc", prefix: "s_" });
  const list = useCall(
    "listStatisticsTable",
    {
      query: {
        ...queryOf(filter),
        group_by: "url",
        page: state.page,
        per_page: state.perPage,
        sort: isSort(state.sort) ? state.sort : undefined,
        direction: state.direction,
      },
    },
    { keep: true, everyMs: filter.refreshMs },
  );
  const columns = useMemo(
    (): Column<MetricRow>[] => [
      {
        id: "text",
        header: t("column.site"),
        sortable: true,
        narrow: "title",
        cell: (row) => (
          <>
            {row.key || t("unknownSite")} {row.site_kind === "app" && <small className={styles.app}>{t("app")}</small>}
          </>
        ),
      },
      number("impressions", t("column.impressions"), (row) => formatNumber(row.impressions)),
      number("visibility_rate", t("column.visibility"), (row) => formatRate(row.visibility_rate)),
      number("ctr", t("column.ctr"), (row) => formatRate(row.ctr, 2)),
    ],
    [t],
  );
  return (
    <Sheet
      flush
      title={t("panel.sites")}
      aside={
        <span className={styles.asides}>
          <ExportMenu filter={filter} groupBy="url" of={t("panel.sites")} />
        </span>
      }
    >
      <DataTable
        caption={t("panel.sites")}
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => `${row.site_kind}:${row.key}`}
        state={state}
        total={list.data?.meta.total ?? 0}
        pageSizes={[10, 25, 50]}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t("none.yet")}>{t("none.yetText")}</EmptyState>}
      />
    </Sheet>
  );
}
