import type { PublisherPayment } from "@litfass/contract/publishers/publisher-statements";
import { Ban, Check, Download } from "lucide-react";
import { useMemo, useState } from "react";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { statementReads } from "./reads.ts";

const shapes = { created: "waiting", paid: "on", rejected: "rejected", canceled: "ended" } as const;
type Closing = { payment: PublisherPayment; state: "paid" | "canceled" };

/** The payments of credit notes: their files, and whether the bank has made them. */
export function PaymentsTab() {
  const { t } = useTranslation("publishers");
  const state = useTableState({ perPage: 30, prefix: "payment_" });
  const list = useCall(
    "listPublisherPayments",
    { query: { page: state.page, per_page: state.perPage } },
    { keep: true },
  );
  const [closing, setClosing] = useState<Closing | null>(null);
  const close = useChange("closePublisherPayment", statementReads);
  async function confirm() {
    if (!closing) return;
    try {
      await close.mutateAsync({ params: { payment: closing.payment.id }, body: { state: closing.state } });
      showSnackbar(t(`payment.is.${closing.state}`));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const amount = closing ? formatMoney(closing.payment.total, closing.payment.currency) : "";
  const means = closing?.state === "canceled" ? "payment.cancelText" : "payment.paidText";
  return (
    <>
      <Card flush>
        <ListTable
          caption={t("statements.tab.payments")}
          columns={usePaymentColumns(setClosing)}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("payment.failed")}
          empty={<EmptyState title={t("payment.none")}>{t("payment.noneText")}</EmptyState>}
        />
      </Card>
      <ConfirmDialog
        open={closing !== null}
        title={t(closing?.state === "canceled" ? "payment.cancelTitle" : "payment.paidTitle", { amount })}
        lead={t(means)}
        action={t(closing?.state === "canceled" ? "payment.cancel" : "payment.paid")}
        onConfirm={confirm}
        onClose={() => setClosing(null)}
      />
    </>
  );
}

async function saveFile({ id, message_id }: PublisherPayment): Promise<void> {
  try {
    const file = await call("downloadPublisherPayment", { params: { payment: id } });
    saveBlob(file, `${message_id}.xml`);
  } catch (error) {
    showSnackbar(problemText(error));
  }
}

function usePaymentColumns(onClose: (closing: Closing) => void): Column<PublisherPayment>[] {
  const { t } = useTranslation("publishers");
  return useMemo(
    () => [
      { id: "message_id", header: t("payment.id"), narrow: "title", cell: ({ message_id }) => message_id },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ state, executed, returned }) => {
          const counts = [
            state === "created" &&
              executed > 0 &&
              t("payment.executed", { count: executed, number: formatNumber(executed) }),
            returned > 0 && t("payment.returned", { count: returned, number: formatNumber(returned) }),
          ].filter(Boolean);
          return (
            <State shape={shapes[state]} detail={counts.length > 0 ? counts.join(", ") : null}>
              {t(`paymentState.${state}`)}
            </State>
          );
        },
      },
      { id: "execute_on", header: t("payment.day"), cell: ({ execute_on }) => formatDate(execute_on) },
      {
        id: "statements",
        header: t("payment.statements"),
        align: "right",
        cell: ({ statements }) => formatNumber(statements),
      },
      {
        id: "total",
        header: t("statement.gross"),
        align: "right",
        cell: ({ total, currency }) => formatMoney(total, currency),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        cell: (row) =>
          row.state === "canceled" ? null : (
            <Menu
              label={t("actionsFor", { name: row.message_id })}
              entries={[
                { label: t("payment.file"), icon: Download, onSelect: () => void saveFile(row) },
                ...(row.state === "created"
                  ? [
                      {
                        label: t("payment.paid"),
                        icon: Check,
                        onSelect: () => onClose({ payment: row, state: "paid" }),
                      },
                      {
                        label: t("payment.cancel"),
                        icon: Ban,
                        danger: true,
                        onSelect: () => onClose({ payment: row, state: "canceled" }),
                      },
                    ]
                  : []),
              ]}
            />
          ),
      },
    ],
    [t, onClose],
  );
}
