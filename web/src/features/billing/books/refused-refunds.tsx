import type { RefusedRefund } from "@litfass/contract/billing/billing";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime, formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "./books.module.css";

/**
 * Refunds that the card processor declined and that must be paid by bank transfer. Renders nothing if there are none.
 */
export function RefusedRefunds() {
  const { t } = useTranslation("books");
  const state = useTableState({ perPage: 15, sort: "refused_at", direction: "desc", prefix: "r_" });
  const [paying, setPaying] = useState<RefusedRefund | null>(null);
  const list = useCall("listRefusedRefunds", { query: { page: state.page, per_page: state.perPage } }, { keep: true });
  const columns = useColumns(setPaying);
  if (!list.data?.meta.total) return null;
  return (
    <Card flush title={t("refused.title")}>
      <DataTable
        caption={t("refused.title")}
        columns={columns}
        rows={list.data.data}
        rowKey={(row) => row.id}
        state={state}
        total={list.data.meta.total}
        pageSizes={[15, 30, 50, 100]}
        empty={null}
        top
      />
      {paying && <PaidByBank refund={paying} onClose={() => setPaying(null)} />}
    </Card>
  );
}

/** The processor's reasons that have a translation (docs.stripe.com/refunds); others are shown verbatim. */
const reasons = [
  "lost_or_stolen_card",
  "expired_or_canceled_card",
  "charge_for_pending_refund_disputed",
  "insufficient_funds",
  "declined",
  "merchant_request",
  "failed",
  "canceled",
  "unknown",
] as const;

function useColumns(pay: (refund: RefusedRefund) => void): Column<RefusedRefund>[] {
  const { t } = useTranslation("books");
  return [
    {
      id: "customer",
      header: t("column.customer"),
      narrow: "title",
      cell: (row) => (
        <>
          {row.user_name}
          {row.credit_note && <span className={styles.under}>{t("refused.note", { number: row.credit_note })}</span>}
        </>
      ),
    },
    {
      id: "amount",
      header: t("column.amount"),
      align: "right",
      cell: (row) => <span className={styles.amount}>{withCurrency(row.currency, row.amount_formatted)}</span>,
    },
    {
      id: "reason",
      header: t("refused.reason"),
      cell: (row) => {
        const known = reasons.find((each) => each === row.reason);
        return (
          <span>
            {known === undefined ? row.reason : t(`refused.why.${known}`)}
            <span className={styles.under}>{formatDateTime(row.refused_at)}</span>
          </span>
        );
      },
    },
    {
      id: "actions",
      header: t("column.actions"),
      headerHidden: true,
      align: "right",
      narrow: "bare",
      cell: (row) => (
        <Button small onClick={() => pay(row)}>
          {t("refused.pay")}
        </Button>
      ),
    },
  ];
}

function PaidByBank({ refund, onClose }: { refund: RefusedRefund; onClose: () => void }) {
  const { t } = useTranslation("books");
  const pay = useChange("payRefundByBank", ["listRefusedRefunds"]);
  const what = { name: refund.user_name, amount: formatMoney(refund.amount, refund.currency) };
  async function confirm() {
    try {
      await pay.mutateAsync({ params: { refund: refund.id } });
      showSnackbar(t("refused.done", what));
    } catch (error) {
      showSnackbar(problemText(error));
    }
    onClose();
  }
  return (
    <Dialog
      open
      title={t("refused.ask")}
      lead={t("refused.means", what)}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} busy={pay.isPending} onClick={() => void confirm()}>
          {t("refused.pay")}
        </DialogActions>
      }
    />
  );
}
