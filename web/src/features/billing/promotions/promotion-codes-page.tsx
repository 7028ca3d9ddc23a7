import { type PromotionCode, promotionStates } from "@litfass/contract/billing/billing";
import { TicketPlus } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import { NewCodeDialog } from "./new-code-dialog.tsx";
import { usePromotionColumns } from "./promotion-columns.tsx";
import { RedemptionsDialog } from "./redemptions-dialog.tsx";

const sorts = ["code", "amount", "last_on", "redemptions", "created_at"] as const;

/** Promotion codes: created and ended here, with who redeemed them. */
export function PromotionCodesPage() {
  const { t } = useTranslation("promotions");
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [chosen, choose] = useChoice("state", promotionStates);
  const [isCreating, setCreating] = useState(false);
  const [shown, show] = useState<PromotionCode | null>(null);
  const [ending, setEnding] = useState<PromotionCode | null>(null);
  const list = useCall("listPromotionCodes", { query: { ...listQuery(state, sorts), state: chosen } }, { keep: true });
  const end = useChange("endPromotionCode", ["listPromotionCodes"]);
  const columns = usePromotionColumns({ onShow: show, onEnd: setEnding });
  const isFiltered = state.search !== "" || chosen !== undefined;

  async function confirmEnd() {
    if (!ending) return;
    try {
      await end.mutateAsync({ params: { promotionCode: ending.id } });
      showSnackbar(t("end.done", { code: ending.code }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <>
      <PageHeading
        lead={t("lead")}
        actions={
          <Button variant="primary" icon={TicketPlus} onClick={() => setCreating(true)}>
            {t("new.action")}
          </Button>
        }
      >
        {t("title")}
      </PageHeading>
      <ListFilters state={state} label={t("search")}>
        <ChoiceFilter
          label={t("column.state")}
          any={t("any")}
          options={promotionStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          value={chosen}
          onChange={choose}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("title")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("failed")}
          empty={
            <EmptyState title={t(isFiltered ? "noneFound" : "none")}>
              {t(isFiltered ? "noneFoundText" : "noneText")}
            </EmptyState>
          }
        />
      </Card>
      {isCreating && <NewCodeDialog onClose={() => setCreating(false)} />}
      {shown && <RedemptionsDialog code={shown} onClose={() => show(null)} />}
      <ConfirmDialog
        open={ending !== null}
        title={t("end.title", { code: ending?.code ?? "" })}
        lead={t("end.text")}
        action={t("end.action")}
        onConfirm={confirmEnd}
        onClose={() => setEnding(null)}
      />
    </>
  );
}
