import { searchAdSorts } from "@litfass/contract/connections/google-ads";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useMemo } from "react";
import type { CallArguments, CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";

type Row = CallResult<"listGoogleAdsTable">["data"][number];
type GoogleAdsTableProps = { query: NonNullable<CallArguments<"showGoogleAdsStatistic">["query"]> };

/** The campaigns of the chosen account and days. */
export function GoogleAdsTable({ query }: GoogleAdsTableProps) {
  const { t } = useTranslation("connections");
  const state = useTableState({ perPage: 15, sort: "impressions", direction: "desc", prefix: "g_" });
  const sort = searchAdSorts.find((each) => each === state.sort);
  const list = useCall(
    "listGoogleAdsTable",
    { query: { ...query, page: state.page, per_page: state.perPage, sort, direction: state.direction } },
    { keep: true, staleMs: 60_000 },
  );
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: "name", header: t("googleAds.campaign"), sortable: true, narrow: "title", cell: (row) => row.name },
      { id: "account", header: t("googleAds.account"), cell: (row) => row.account },
      number("impressions", t("combined.impressions"), (row) => formatNumber(row.impressions)),
      number("clicks", t("combined.clicks"), (row) => formatNumber(row.clicks)),
      number("ctr", t("combined.ctr"), (row) => `${formatNumber(row.ctr, 2)}%`),
      number("cost", t("combined.cost"), (row) =>
        row.currency === null || row.cost_formatted === null ? "–" : withCurrency(row.currency, row.cost_formatted),
      ),
    ],
    [t],
  );
  return (
    <Card flush title={t("searchAds.campaigns")}>
      <ListTable
        caption={t("searchAds.campaigns")}
        columns={columns}
        list={list}
        rowKey={(row) => row.key}
        state={state}
        pageSizes={[15, 25, 50]}
        errorTitle={t("failed")}
        empty={<EmptyState title={t("combined.none")}>{t("combined.noneText")}</EmptyState>}
      />
    </Card>
  );
}

const number = (id: string, header: string, cell: (row: Row) => string): Column<Row> => ({
  id,
  header,
  sortable: true,
  align: "right",
  cell,
});
