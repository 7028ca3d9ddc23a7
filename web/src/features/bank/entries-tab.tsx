import { type BankEntry, bankEntryStates } from "@litfass/contract/bank/bank-files";
import { X } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Card } from "../../ui/layout/card.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { ChoiceFilter, ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import { useQueryParams } from "../../ui/use-query-params.ts";
import { amountText, useEntryColumns } from "./entry-columns.tsx";
import { bankReads } from "./reads.ts";
import { SettleDialog } from "./settle-dialog.tsx";

const choices = ["to_check", ...bankEntryStates] as const;

/** The entries of all files or of one, with what a person may decide about each. */
export function EntriesTab() {
  const { t } = useTranslation("bank");
  const state = useTableState({ perPage: 30 });
  const [params, change] = useQueryParams();
  const [chosen, choose] = useChoice("show", choices);
  const [asked, ask] = useState<BankEntry | null>(null);
  const [settled, settle] = useState<BankEntry | null>(null);
  const file = Number(params.get("file")) || undefined;
  const query = {
    page: state.page,
    per_page: state.perPage,
    search: state.search || undefined,
    file,
    ...(chosen === "to_check" ? { to_check: "true" } : { state: chosen }),
  };
  const list = useCall("listBankEntries", { query }, { keep: true });
  const confirm = useChange("confirmBankEntry", bankReads);
  const columns = useEntryColumns({ onConfirm: ask, onSettle: settle });
  async function run() {
    if (!asked) return;
    try {
      const { approval } = await confirm.mutateAsync({ params: { entry: asked.id } });
      showSnackbar(t(approval === null ? "confirm.done" : "confirm.asked"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <div>
      <ListFilters state={state} label={t("search")}>
        <ChoiceFilter
          label={t("column.state")}
          any={t("all")}
          options={choices.map((value) => ({
            value,
            label: value === "to_check" ? t("toCheck") : t(`state.${value}`),
          }))}
          value={chosen}
          onChange={choose}
        />
        {file !== undefined && (
          <Button icon={X} onClick={() => change({ file: null, page: null })}>
            {t("oneFile")}
          </Button>
        )}
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("tab.entries")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("failed")}
          empty={
            <EmptyState title={t(chosen === "to_check" ? "entries.nothing" : "entries.none")}>
              {t(chosen === "to_check" ? "entries.nothingText" : "entries.noneText")}
            </EmptyState>
          }
          top
        />
      </Card>
      <ConfirmDialog
        open={asked !== null}
        variant="primary"
        title={t(asked?.order ? "confirm.order" : "confirm.payout", { amount: asked ? amountText(asked) : "" })}
        lead={
          asked?.order
            ? t("confirm.orderMeans", { name: asked.order.user_name, invoice: asked.order.invoice })
            : t("confirm.payoutMeans", { name: asked?.payouts[0]?.publisher_name ?? "" })
        }
        action={t("confirm.action")}
        onConfirm={run}
        onClose={() => ask(null)}
      />
      {settled && <SettleDialog entry={settled} onClose={() => settle(null)} />}
    </div>
  );
}
