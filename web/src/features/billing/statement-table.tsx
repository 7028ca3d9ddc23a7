import type { StatementLine } from "@litfass/contract/billing/billing";
import { useMemo } from "react";
import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import type { DateRange } from "../../ui/inputs/date-range.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import styles from "./billing.module.css";

/** The statement: money in, money out, and the running balance. */
export function StatementTable({ period }: { period: Partial<DateRange> }) {
  const { t } = useTranslation("billing");
  const state = useTableState({ perPage: 15, sort: "created_at", direction: "desc", prefix: "s_" });
  const list = useCall(
    "showStatement",
    { query: { ...period, page: state.page, per_page: state.perPage, direction: state.direction } },
    { keep: true },
  );
  const columns = useMemo(
    (): Column<StatementLine>[] => [
      {
        id: "created_at",
        header: t("statement.date"),
        sortable: true,
        width: 120,
        cell: (row) => formatDate(row.created_at),
      },
      { id: "text", header: t("statement.text"), narrow: "title", cell: (row) => <LineText line={row} /> },
      amount("debit", t("statement.debit"), (row) => row.debit),
      amount("credit", t("statement.credit"), (row) => row.credit),
      amount("balance", t("statement.balance"), (row) => row.balance, styles.strong),
    ],
    [t],
  );
  const sums = list.data;
  return (
    <Card flush>
      {sums && sums.meta.total > 0 && (
        <div className={styles.sums}>
          <Figures>
            <Figure
              label={t("statement.opening")}
              unit={sums.currency}
              value={formatAmount(sums.opening_balance)}
              detail={period.from ? formatDate(period.from) : t("statement.beginning")}
            />
            <Figure label={t("statement.credits")} unit={sums.currency} value={`+${formatAmount(sums.credits)}`} />
            <Figure label={t("statement.debits")} unit={sums.currency} value={`-${formatAmount(sums.debits)}`} />
            <Figure
              tinted
              label={t("statement.closing")}
              unit={sums.currency}
              value={formatAmount(sums.closing_balance)}
              detail={period.to ? formatDate(period.to) : t("statement.now")}
            />
          </Figures>
        </div>
      )}
      <ListTable
        caption={t("account.statement")}
        columns={columns}
        list={list}
        rowKey={(row) => row.id}
        state={state}
        errorTitle={t("statement.failed")}
        empty={
          <EmptyState title={t(period.from ? "statement.nonePeriod" : "statement.none")}>
            {t("statement.noneText")}
          </EmptyState>
        }
      />
    </Card>
  );
}

const amount = (
  id: string,
  header: string,
  of: (row: StatementLine) => number | null,
  className?: string,
): Column<StatementLine> => ({
  id,
  header,
  align: "right",
  cell: (row) => {
    const amount = of(row);
    return amount === null ? null : <span className={className}>{formatAmount(amount)}</span>;
  },
});

function LineText({ line }: { line: StatementLine }) {
  const { t } = useTranslation("billing");
  return (
    <>
      {line.description}
      {line.invoice && (
        <a href={`/invoices/${line.invoice}`} target="_blank" rel="noopener" className={styles.under}>
          {line.invoice}
        </a>
      )}
      {line.campaign_id !== null && (
        <Link to={`/campaigns/${line.campaign_id}`} className={styles.under}>
          {t("statement.campaign")}
        </Link>
      )}
    </>
  );
}
