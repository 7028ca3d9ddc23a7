import { type MarginRow, marginGroupings, marginSorts } from "@litfass/contract/reporting/margins";
import { Download } from "lucide-react";
import { useMemo } from "react";
import type { CallResult } from "../../api/api.ts";
import { call } from "../../api/api.ts";
import { problemText } from "../../api/api-error.ts";
import { saveBlob } from "../../api/save-blob.ts";
import { useCall } from "../../api/use-call.ts";
import { formatAmount, formatMoney, formatNumber, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { DateRangePicker } from "../../ui/inputs/date-range-picker.tsx";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { usePeriod } from "../../ui/tables/use-period.ts";
import { useTableState } from "../../ui/tables/use-table-state.ts";

type Totals = CallResult<"listMargins">["totals"];

/** What customers paid, what media and data cost, and what remains, by campaign, exchange or site. */
export function MarginsPage() {
  const { t } = useTranslation("supply");
  const state = useTableState({ perPage: 30, sort: "spend", direction: "desc" });
  const { range, today, setRange } = usePeriod();
  const [chosen, choose] = useChoice("by", marginGroupings);
  const grouping = chosen ?? "campaign";
  const choice = {
    ...range,
    group_by: grouping,
    sort: marginSorts.find((each) => each === state.sort),
    direction: state.direction,
  };
  const list = useCall(
    "listMargins",
    { query: { ...choice, page: state.page, per_page: state.perPage } },
    { keep: true },
  );
  const columns = useMarginColumns(grouping, list.data?.totals ?? []);
  async function save() {
    try {
      saveBlob(await call("exportMargins", { query: choice }), `${t("margins.file")}.csv`);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <>
      <PageHeading
        lead={t("margins.lead")}
        actions={
          <Button icon={Download} disabled={!list.data?.meta.total} onClick={() => void save()}>
            CSV
          </Button>
        }
      >
        {list.data ? headingOf(list.data.totals, t) : t("margins.title")}
      </PageHeading>
      <Stack>
        <Row>
          <DateRangePicker label={t("margins.period")} value={range} max={today} onChange={setRange} />
        </Row>
        <Tabs
          label={t("margins.by")}
          tabs={marginGroupings.map((value) => ({ value, label: t(`margins.grouping.${value}`) }))}
          value={grouping}
          onChange={choose}
        />
        <Card flush>
          <ListTable
            caption={t("margins.title")}
            columns={columns}
            list={list}
            rowKey={(row) => `${row.key} ${row.currency}`}
            state={state}
            pageSizes={[15, 30, 50, 100]}
            errorTitle={t("margins.failed")}
            empty={<EmptyState title={t("margins.none")}>{t("margins.noneText")}</EmptyState>}
          />
        </Card>
      </Stack>
    </>
  );
}

/** Unknown costs are not in the margin, so it is less than shown. */
const isUpperBound = ({ known_costs, impressions }: { known_costs: number; impressions: number }): boolean =>
  known_costs < impressions;

/** The margin of each currency in a sentence; without figures only what the screen is about. */
function headingOf(totals: Totals, t: ReturnType<typeof useTranslation<"supply">>["t"]): string {
  if (totals.length === 0) return t("margins.title");
  const amounts = totals.map(({ margin, currency }) => formatMoney(margin, currency)).join(", ");
  return t(totals.some(isUpperBound) ? "margins.headingAtMost" : "margins.heading", { amounts });
}

/** A single currency is named in the headers instead of in each cell. */
function useMarginColumns(grouping: (typeof marginGroupings)[number], totals: Totals): Column<MarginRow>[] {
  const { t } = useTranslation("supply");
  const currency = totals.length === 1 ? totals[0]?.currency : undefined;
  return useMemo(() => {
    const money = (id: "spend" | "media_cost" | "exchange_fee" | "data_fee" | "margin"): Column<MarginRow> => ({
      id,
      header: currency ? `${t(`margins.column.${id}`)} ${currency}` : t(`margins.column.${id}`),
      align: "right",
      sortable: true,
      cell: (row) => (currency ? formatAmount(row[id]) : formatMoney(row[id], row.currency)),
    });
    return [
      {
        id: "text",
        header: t(`margins.grouping.${grouping}`),
        // Campaigns are sorted by their number, not by their name.
        sortable: grouping !== "campaign",
        narrow: "title",
        cell: ({ text }) => text,
      },
      {
        id: "impressions",
        header: t("margins.column.impressions"),
        align: "right",
        sortable: true,
        cell: ({ impressions }) => formatNumber(impressions),
      },
      {
        id: "known_costs",
        header: t("margins.column.known_costs"),
        align: "right",
        cell: ({ known_costs }) => formatNumber(known_costs),
      },
      money("spend"),
      money("media_cost"),
      money("exchange_fee"),
      money("data_fee"),
      money("margin"),
      {
        id: "margin_rate",
        header: t("margins.column.margin_rate"),
        align: "right",
        sortable: true,
        cell: (row) =>
          row.margin_rate === null ? "–" : `${isUpperBound(row) ? "≤\u00a0" : ""}${formatPercent(row.margin_rate)}`,
      },
    ];
  }, [t, grouping, currency]);
}
