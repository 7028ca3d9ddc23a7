import { useMemo } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { formatAmount, formatMoney, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Meter } from "../../ui/feedback/meter.tsx";
import type { DateRange } from "../../ui/inputs/date-range.ts";
import { Card } from "../../ui/layout/card.tsx";
import text from "../../ui/layout/text.module.css";
import type { Column } from "../../ui/tables/data-table.tsx";
import { LocalTable } from "../../ui/tables/local-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import styles from "./billing.module.css";

type Row = CallResult<"showCampaignSpend">["data"][number];

/** Spend per campaign: what was reserved and how it was used. */
export function CampaignSpendTable({ period }: { period: Partial<DateRange> }) {
  const { t } = useTranslation("billing");
  const state = useTableState({ perPage: 15, sort: "spent", direction: "desc", prefix: "s_" });
  const spend = useCall("showCampaignSpend", { query: period }, { keep: true });
  const max = Math.max(0.01, ...(spend.data?.data ?? []).map((row) => row.spent));
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        id: "name",
        header: t("spend.campaign"),
        sortable: true,
        narrow: "title",
        value: (row) => row.name,
        cell: (row) => <Link to={`/campaigns/${row.campaign_id}`}>{row.name || `#${row.campaign_id}`}</Link>,
      },
      {
        id: "share",
        header: t("spend.share"),
        headerHidden: true,
        width: 160,
        narrow: "hidden",
        cell: (row) => (
          <Meter share={row.spent / max} label={t("spend.spentOf", { amount: formatAmount(row.spent) })} />
        ),
      },
      { ...amount("spent", t("spend.spent"), (row) => row.spent, styles.strong) },
      amount("reserved", t("spend.reserved"), (row) => row.reserved),
      amount("returned", t("spend.returned"), (row) => row.returned),
      amount("set_aside", t("spend.totalReserved"), (row) => row.set_aside),
    ],
    [t, max],
  );
  const { data } = spend;
  return (
    <Card flush>
      {data && data.data.length > 0 && (
        <p className={styles.sentence}>
          <b>
            {t("spend.sentence", {
              count: data.data.length,
              number: formatNumber(data.data.length),
              amount: formatMoney(data.spent, data.currency),
            })}
          </b>{" "}
          <span className={text.secondary}>
            {t("spend.remainder", { reserved: formatAmount(data.reserved), returned: formatAmount(data.returned) })}
          </span>
        </p>
      )}
      <LocalTable
        caption={t("account.campaigns")}
        columns={columns}
        rows={data?.data}
        rowKey={(row) => String(row.campaign_id)}
        state={state}
        error={spend.error}
        errorTitle={t("spend.failed")}
        onRetry={() => void spend.refetch()}
        empty={<EmptyState title={t("spend.none")}>{t("spend.noneText")}</EmptyState>}
      />
    </Card>
  );
}

const amount = (id: string, header: string, of: (row: Row) => number, className?: string): Column<Row> => ({
  id,
  header,
  align: "right",
  sortable: true,
  value: of,
  cell: (row) => <span className={className}>{formatAmount(of(row))}</span>,
});
