import { type Payout, payoutStates } from "@litfass/contract/publishers/publisher-payouts";
import { useMemo, useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate, formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../publishers.module.css";
import { statementReads } from "./reads.ts";

const shapes: Record<Payout["state"], StateShape> = {
  in_payment: "waiting",
  executed: "on",
  returned: "rejected",
  rejected: "rejected",
  canceled: "ended",
};
const choices = ["blocking", ...payoutStates] as const;

/** The transfers of all payments: what the bank did with each, and those that stop the payment of their publisher. */
export function PayoutsTab() {
  const { t } = useTranslation("publishers");
  const state = useTableState({ perPage: 30, prefix: "payout_" });
  const [chosen, choose] = useChoice("payout_state", choices);
  const [asked, ask] = useState<Payout | null>(null);
  const query = {
    page: state.page,
    per_page: state.perPage,
    search: state.search || undefined,
    ...(chosen === "blocking" ? { blocking: "true" } : { state: chosen }),
  };
  const list = useCall("listPublisherPayouts", { query }, { keep: true });
  const release = useChange("releasePublisherPayouts", statementReads);
  async function confirm() {
    if (!asked) return;
    try {
      await release.mutateAsync({ params: { publisher: asked.publisher } });
      showSnackbar(t("payout.released", { name: asked.publisher_name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <div>
      <ListFilters state={state} label={t("payout.search")}>
        <ChoiceFilter
          label={t("column.state")}
          any={t("all")}
          options={choices.map((value) => ({
            value,
            label: value === "blocking" ? t("payout.blocking") : t(`payoutState.${value}`),
          }))}
          value={chosen}
          onChange={choose}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("statements.tab.payouts")}
          columns={usePayoutColumns(ask)}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("payout.failed")}
          empty={<EmptyState title={t("payout.none")}>{t("payout.noneText")}</EmptyState>}
          top
        />
      </Card>
      <ConfirmDialog
        open={asked !== null}
        variant="primary"
        title={t("payout.releaseTitle", { name: asked?.publisher_name ?? "" })}
        lead={t("payout.releaseText")}
        action={t("payout.release")}
        onConfirm={confirm}
        onClose={() => ask(null)}
      />
    </div>
  );
}

function usePayoutColumns(onRelease: (payout: Payout) => void): Column<Payout>[] {
  const { t } = useTranslation("publishers");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        narrow: "title",
        cell: (row) => (
          <span>
            {row.publisher_name}
            <span className={styles.under}>{row.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}</span>
          </span>
        ),
      },
      {
        id: "reference",
        header: t("payout.reference"),
        cell: (row) => (
          <span>
            {row.end_to_end_id}
            <span className={styles.under}>{row.message_id}</span>
          </span>
        ),
      },
      {
        id: "amount",
        header: t("statement.gross"),
        align: "right",
        cell: ({ amount, currency }) => formatMoney(amount, currency),
      },
      { id: "state", header: t("column.state"), cell: (row) => <PayoutState payout={row} /> },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        narrow: "bare",
        cell: (row) =>
          row.is_blocking ? (
            <Button small onClick={() => onRelease(row)}>
              {t("payout.release")}
            </Button>
          ) : null,
      },
    ],
    [t, onRelease],
  );
}

function PayoutState({ payout }: { payout: Payout }) {
  const { t } = useTranslation("publishers");
  const { state, executed_on, returned_on, cause, reason_code, reason_text, is_blocking } = payout;
  const on = returned_on ?? executed_on;
  const details = [
    cause && t(`cause.${cause}`),
    [reason_code, reason_text].filter(Boolean).join(" "),
    is_blocking && t("payout.blocking"),
  ].filter(Boolean);
  return (
    <State shape={shapes[state]} detail={details.length > 0 ? details.join(", ") : null}>
      {on === null
        ? t(`payoutState.${state}`)
        : t("payout.on", { state: t(`payoutState.${state}`), day: formatDate(on) })}
    </State>
  );
}
