import type { PromotionCode, PromotionRedemption } from "@litfass/contract/billing/billing";
import { useMemo } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";

/** Who redeemed a code, newest first. */
export function RedemptionsDialog({ code, onClose }: { code: PromotionCode; onClose: () => void }) {
  const { t } = useTranslation("promotions");
  const state = useTableState({ perPage: 15, prefix: "redemption_" });
  const list = useCall(
    "listPromotionRedemptions",
    { params: { promotionCode: code.id }, query: { page: state.page, per_page: state.perPage } },
    { keep: true, staleMs: 0 },
  );
  const columns = useMemo(
    (): Column<PromotionRedemption>[] => [
      { id: "user", header: t("redemptions.customer"), narrow: "title", cell: (row) => row.user_name },
      { id: "at", header: t("redemptions.at"), cell: (row) => formatDateTime(row.redeemed_at) },
      { id: "transaction", header: t("redemptions.transaction"), align: "right", cell: (row) => row.transaction },
    ],
    [t],
  );
  function close() {
    state.set({ page: 1 });
    onClose();
  }
  return (
    <Dialog
      open
      size="wide"
      title={t("redemptions.title", { code: code.code })}
      lead={t("of", { number: formatNumber(code.redemptions), max: formatNumber(code.max_redemptions) })}
      onClose={close}
    >
      <ListTable
        top
        caption={t("redemptions.title", { code: code.code })}
        columns={columns}
        list={list}
        rowKey={(row) => row.transaction}
        state={state}
        pageSizes={[15, 30, 50]}
        errorTitle={t("redemptions.failed")}
        empty={<EmptyState title={t("redemptions.none")}>{t("redemptions.noneText")}</EmptyState>}
      />
    </Dialog>
  );
}
