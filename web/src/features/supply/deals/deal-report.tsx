import { useMemo } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatDate, formatDayMonth, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ColumnChart } from "../../../ui/charts/column-chart.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { DateRangePicker } from "../../../ui/inputs/date-range-picker.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { LocalTable } from "../../../ui/tables/local-table.tsx";
import { usePeriod } from "../../../ui/tables/use-period.ts";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { amountsText } from "./deal-texts.tsx";
import styles from "./deals.module.css";

type Report = CallResult<"showDealReport">;
type BuyingCampaign = Report["campaigns"][number];

/** Impressions, clicks, spend and media cost of a deal in a period, by day and by campaign. */
export function DealReport({ deal }: { deal: number }) {
  const { t } = useTranslation("deals");
  const { range, today, setRange } = usePeriod();
  const state = useTableState({ perPage: 15, sort: "impressions", direction: "desc", prefix: "campaign_" });
  const report = useCall("showDealReport", { params: { deal }, query: range }, { keep: true, everyMs: 30_000 });
  const { total } = report.data ?? {};
  const days = report.data?.days ?? [];
  return (
    <Stack>
      <Row>
        <DateRangePicker label={t("report.period")} value={range} max={today} onChange={setRange} />
      </Row>
      <Card flush>
        <Figures>
          <Figure label={t("column.impressions")} tinted value={total ? formatNumber(total.impressions) : "–"} />
          <Figure label={t("report.clicks")} value={total ? formatNumber(total.clicks) : "–"} />
          <Figure label={t("column.spend")} value={total ? amountsText(total.spend) : "–"} />
          <Figure label={t("column.media_cost")} value={total ? amountsText(total.media_cost) : "–"} />
        </Figures>
      </Card>
      {total && total.impressions > 0 && (
        <Card title={t("report.days")} flush>
          <div className={styles.chart}>
            <ColumnChart
              label={t("report.days")}
              series={[{ name: t("column.impressions"), color: "var(--seen)" }]}
              columns={days.map(({ day, impressions, clicks, spend }) => ({
                id: day,
                tick: formatDayMonth(day),
                pale: day === today,
                values: [impressions],
                reading: {
                  name: formatDate(day),
                  figures: [
                    t("report.impressions", { count: impressions, number: formatNumber(impressions) }),
                    t("report.clicks", { count: clicks, number: formatNumber(clicks) }),
                    amountsText(spend),
                  ],
                },
              }))}
            />
          </div>
        </Card>
      )}
      <Card title={t("report.campaigns")} flush>
        <LocalTable
          caption={t("report.campaigns")}
          columns={useCampaignColumns()}
          rows={report.data?.campaigns}
          rowKey={(row) => String(row.id)}
          state={state}
          error={report.error}
          onRetry={() => void report.refetch()}
          errorTitle={t("report.failed")}
          empty={<EmptyState title={t("report.none")}>{t("report.noneText")}</EmptyState>}
        />
      </Card>
    </Stack>
  );
}

function useCampaignColumns(): Column<BuyingCampaign>[] {
  const { t } = useTranslation("deals");
  const mayOpen = mayCall(useSignedInUser(), "listCampaigns");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("report.campaign"),
        sortable: true,
        narrow: "title",
        value: ({ name }) => name,
        cell: ({ id, name }) => (mayOpen ? <Link to={`/campaigns/${id}/report`}>{name}</Link> : name),
      },
      {
        id: "owner",
        header: t("report.owner"),
        sortable: true,
        value: ({ owner_name }) => owner_name,
        cell: ({ owner_name }) => owner_name,
      },
      {
        id: "impressions",
        header: t("column.impressions"),
        align: "right",
        sortable: true,
        value: ({ impressions }) => impressions,
        cell: ({ impressions }) => formatNumber(impressions),
      },
      {
        id: "clicks",
        header: t("report.clicks"),
        align: "right",
        sortable: true,
        value: ({ clicks }) => clicks,
        cell: ({ clicks }) => formatNumber(clicks),
      },
      { id: "spend", header: t("column.spend"), align: "right", cell: ({ spend }) => amountsText(spend) },
      {
        id: "media_cost",
        header: t("column.media_cost"),
        align: "right",
        cell: ({ media_cost }) => amountsText(media_cost),
      },
    ],
    [t, mayOpen],
  );
}
