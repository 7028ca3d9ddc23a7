import { type Approval, approvalStates } from "@litfass/contract/billing/billing";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { State } from "../../../ui/feedback/state.tsx";
import { SelectButton } from "../../../ui/inputs/select-button.tsx";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "./books.module.css";
import { DecisionDialog } from "./decision-dialog.tsx";

type Decision = { approval: Approval; approves: boolean };

/** Credits and refunds above the limit: requested by one person, decided by another. */
export function ApprovalsPage() {
  const { t } = useTranslation("books");
  const state = useTableState({ perPage: 30, sort: "requested_at", direction: "desc" });
  const [wanted, choose] = useChoice("state", approvalStates);
  const [decision, setDecision] = useState<Decision | null>(null);
  const query = { page: state.page, per_page: state.perPage, state: wanted };
  const list = useCall("listApprovals", { query }, { keep: true });
  const pending = useCall("listApprovals", { query: { state: "pending", per_page: 1 } }, { staleMs: 0 });
  const count = pending.data?.meta.total;
  const columns = useColumns(setDecision);

  return (
    <>
      <PageHeading lead={t("approvals.lead")}>
        {count === undefined ? t("approvals.title") : t("approvals.heading", { count, number: formatNumber(count) })}
      </PageHeading>
      <div className={styles.filters}>
        <SelectButton
          label={t("column.state")}
          prefix={`${t("column.state")}:`}
          options={[
            { value: "all", label: t("any") },
            ...approvalStates.map((each) => ({ value: each, label: t(`approval.${each}`) })),
          ]}
          value={wanted ?? "all"}
          onChange={(value) => choose(approvalStates.find((each) => each === value))}
        />
      </div>
      <Card flush>
        <ListTable
          caption={t("approvals.title")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("approvals.failed")}
          empty={<EmptyState title={t("approvals.none")}>{t("approvals.noneText")}</EmptyState>}
          top
        />
      </Card>
      {decision && <DecisionDialog {...decision} onClose={() => setDecision(null)} />}
    </>
  );
}

const shapes = { pending: "waiting", approved: "on", rejected: "rejected" } as const;

function useColumns(decide: (decision: Decision) => void): Column<Approval>[] {
  const { t } = useTranslation("books");
  return [
    {
      id: "what",
      header: t("column.what"),
      narrow: "title",
      cell: (row) => (
        <>
          {t(`approval.${row.kind}`, { name: row.user_name })}
          {row.description && <span className={styles.under}>{row.description}</span>}
        </>
      ),
    },
    {
      id: "amount",
      header: t("column.amount"),
      align: "right",
      cell: (row) => (
        <span className={styles.strong}>
          <span className={styles.amount}>{withCurrency(row.currency, row.amount_formatted)}</span>
        </span>
      ),
    },
    {
      id: "requested",
      header: t("column.requested"),
      cell: (row) => (
        <span>
          {row.requested_by_name}
          <span className={styles.under}>{formatDateTime(row.requested_at)}</span>
        </span>
      ),
    },
    {
      id: "state",
      header: t("column.state"),
      cell: (row) => (
        <State
          shape={shapes[row.state]}
          detail={
            row.decided_at && [row.decided_by_name, formatDateTime(row.decided_at), row.note].filter(Boolean).join(", ")
          }
        >
          {t(`approval.${row.state}`)}
        </State>
      ),
    },
    {
      id: "actions",
      header: t("column.actions"),
      headerHidden: true,
      align: "right",
      narrow: "bare",
      cell: (row) =>
        row.may_decide ? (
          <span className={styles.pair}>
            <Button small onClick={() => decide({ approval: row, approves: false })}>
              {t("approvals.reject")}
            </Button>
            <Button small variant="primary" onClick={() => decide({ approval: row, approves: true })}>
              {t("approvals.approve")}
            </Button>
          </span>
        ) : (
          row.state === "pending" && <span className={styles.under}>{t("approvals.own")}</span>
        ),
    },
  ];
}
