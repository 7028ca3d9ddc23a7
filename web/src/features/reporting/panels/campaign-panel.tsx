import { useMemo } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatAmount, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../dashboard.module.css";
import { ExportMenu } from "../export-menu.tsx";
import { formatRate, formatViewability } from "../rates.ts";
import { type DashboardFilter, queryOf } from "../use-filter.ts";

export type MetricRow = CallResult<"listStatisticsTable">["data"][number];
const sorts = ["text", "owner_name", "impressions", "clicks", "ctr", "visibility_rate", "spend"] as const;
const isSort = (value: string | null): value is (typeof sorts)[number] => sorts.some((each) => each === value);

type CampaignPanelProps = { filter: DashboardFilter /** Whether rows name their customers. */; showsOwner: boolean };

/** Campaign overview (UI-DASH-001). */
export function CampaignPanel({ filter, showsOwner }: CampaignPanelProps) {
  const { t } = useTranslation("reporting");
  const state = useTableState({ perPage: 15, sort: "impressions", direction: "desc", prefix: "c_" });
  const list = useCall(
    "listStatisticsTable",
    {
      query: {
        ...queryOf(filter),
        group_by: "campaign",
        page: state.page,
        per_page: state.perPage,
        sort: isSort(state.sort) ? state.sort : undefined,
        direction: state.direction,
      },
    },
    { keep: true, everyMs: filter.refreshMs },
  );
  const user = useUser();
  const measures = measuresConversions(list.data?.data);
  const columns = useMemo(
    (): Column<MetricRow>[] => [
      {
        id: "text",
        header: t("column.campaign"),
        sortable: true,
        narrow: "title",
        cell: (row) =>
          row.campaign_id ? (
            <Link className={styles.name} to={{ search: searchWith(row.campaign_id) }}>
              {row.text}
            </Link>
          ) : (
            row.text
          ),
      },
      ...(showsOwner ? [ownerColumn(t("column.owner"))] : []),
      number("impressions", t("column.impressions"), (row) => formatNumber(row.impressions)),
      number("visibility_rate", t("column.visibility"), (row) => formatViewability(row)),
      number("clicks", t("column.clicks"), (row) => formatNumber(row.clicks)),
      number("ctr", t("column.ctr"), (row) => formatRate(row.ctr, 2)),
      ...(measures ? [conversionsColumn(t("column.conversions"))] : []),
      {
        ...number("effective", t("column.effective"), (row) => (row.spend === null ? "–" : formatAmount(row.spend))),
        sortable: false,
      },
      {
        ...number("remaining", t("column.remaining"), (row) =>
          row.remaining_budget === null ? "–" : formatAmount(row.remaining_budget),
        ),
        sortable: false,
      },
    ],
    [t, measures, showsOwner],
  );
  return (
    <Card
      flush
      title={t("panel.campaigns")}
      aside={
        <span className={styles.asides}>
          {mayCall(user, "listCampaigns") && <Link to="/campaigns">{t("campaigns.see")}</Link>}
          <ExportMenu filter={filter} groupBy="campaign" of={t("panel.campaigns")} />
        </span>
      }
    >
      <ListTable
        caption={t("panel.campaigns")}
        columns={columns}
        list={list}
        errorTitle={t("failed")}
        rowKey={(row) => row.key}
        state={state}
        pageSizes={[15, 25, 50]}
        empty={<EmptyState title={t("none.yet")}>{t("none.yetText")}</EmptyState>}
      />
    </Card>
  );
}

const ownerColumn = (header: string): Column<MetricRow> => ({
  id: "owner_name",
  header,
  sortable: true,
  cell: ({ owner_name }) => owner_name || "–",
});

/** The same address with one campaign chosen: its own report. */
function searchWith(campaignId: number): string {
  const params = new URLSearchParams(window.location.search);
  params.set("campaign", String(campaignId));
  return params.toString();
}

/** A column of figures at the right. */
export function number(id: string, header: string, cell: (row: MetricRow) => string): Column<MetricRow> {
  return { id, header, sortable: true, align: "right", cell };
}

/** Whether any of these rows measures conversions. */
export const measuresConversions = (rows: Pick<MetricRow, "conversions">[] = []): boolean =>
  rows.some(({ conversions }) => conversions !== null);

/** Reported orders; a dash where they are not measured. */
export function conversionsColumn(header: string): Column<MetricRow> {
  const cell = ({ conversions }: MetricRow) => (conversions === null ? "–" : formatNumber(conversions));
  return { ...number("conversions", header, cell), sortable: false };
}
