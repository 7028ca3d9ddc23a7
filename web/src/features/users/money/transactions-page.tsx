import type { PaymentListing } from "@litfass/contract/billing/billing";
import { roleFlags } from "@litfass/contract/kernel/roles";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatAmount, formatDateTime, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import { UserFrame } from "../user-frame.tsx";
import styles from "../users.module.css";
import { RefundDialog } from "./refund-dialog.tsx";

type Row = PaymentListing["data"][number];
const sorts = ["created_at", "amount", "id", "description"] as const;

/** A user's transactions and their totals (FIELD-PAYL-001, FIELD-PAYL-002). */
export function TransactionsPage() {
  const { t } = useTranslation("users-admin");
  const { uid = "" } = useParams();
  const viewer = useSignedInUser();
  const refunds = roleFlags(viewer.user_role).admin;
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [refunding, setRefunding] = useState<Row | null>(null);
  const list = useCall(
    "listUserTransactions",
    {
      params: { user: uid },
      query: listQuery(state, sorts),
    },
    { keep: true },
  );
  const several = list.data?.data.some((row) => row.user !== uid) ?? false;
  const canRefund = refunds && (list.data?.data.some((row) => row.refundable > 0) ?? false);
  const columns = useMemo((): Column<Row>[] => {
    const all: (Column<Row> | false)[] = [
      { id: "id", header: t("payment.id"), sortable: true, narrow: "title", cell: (row) => row.id },
      { id: "description", header: t("payment.description"), sortable: true, cell: (row) => row.description },
      several && { id: "user", header: t("payment.user"), cell: (row) => row.user_name },
      {
        id: "amount",
        header: t("payment.amount"),
        sortable: true,
        align: "right",
        cell: (row) => <span className={styles.whole}>{withCurrency(row.currency, row.amount_formatted)}</span>,
      },
      {
        id: "created_at",
        header: t("payment.created"),
        sortable: true,
        align: "right",
        cell: (row) => <span className={styles.whole}>{formatDateTime(row.created_at)}</span>,
      },
      canRefund && {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) =>
          row.refundable > 0 && (
            <Button small icon={Undo2} aria-label={t("refund.open", { id: row.id })} onClick={() => setRefunding(row)}>
              {t("refund.submit")}
            </Button>
          ),
      },
    ];
    return all.filter((each) => each !== false);
  }, [several, canRefund, t]);
  const sums = list.data?.sums;
  const total = list.data?.meta.total ?? 0;
  const figure = (label: string, value: number | undefined, tinted = false) => (
    <Figure
      label={label}
      unit={sums?.currency ?? ""}
      value={value === undefined ? <Skeleton width={90} height={26} /> : formatAmount(value)}
      tinted={tinted}
    />
  );

  return (
    <UserFrame>
      <PageHeading>
        {list.data && state.search === ""
          ? t("payment.heading", {
              count: total,
              number: formatNumber(total),
              amount: formatMoney(list.data.sums.balance, list.data.sums.currency),
            })
          : t("payment.title")}
      </PageHeading>
      {!(list.error && !list.data) && (
        <Card flush>
          <Figures>
            {figure(t("sum.manualByAdmin"), sums?.manual_balance)}
            {figure(t("sum.paidTotal"), sums?.stripe)}
            {figure(t("sum.reserved"), sums?.balance_reserved)}
            {figure(t("sum.remaining"), sums?.balance, true)}
          </Figures>
        </Card>
      )}
      <ListFilters state={state} label={t("payment.search")} apart />
      <Card flush>
        <ListTable
          caption={t("payment.title")}
          columns={columns}
          list={list}
          rowKey={(row) => `${row.id} ${row.user}`}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("payment.failed")}
          empty={
            <EmptyState title={t(state.search ? "none.filtered" : "payment.none")}>
              {t(state.search ? "none.filteredText" : "payment.noneText")}
            </EmptyState>
          }
        />
      </Card>
      {refunding && <RefundDialog movement={refunding} onClose={() => setRefunding(null)} />}
    </UserFrame>
  );
}
