import type { DealRecord } from "@litfass/contract/supply/deals";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { dealReads } from "./reads.ts";

type Named = Pick<DealRecord, "id" | "version" | "name" | "campaigns">;

/** Takes a deal up again at once; ends it after a confirmation. */
export function useDealStatus() {
  const { t } = useTranslation("deals");
  const [chosen, setChosen] = useState<Named | null>(null);
  const change = useChange("setDealStatus", dealReads);
  async function save({ id, version, name }: Named, status: DealRecord["status"]) {
    try {
      await change.mutateAsync({ params: { deal: id }, body: { version, status } });
      showSnackbar(t(status === "ended" ? "ended" : "resumed", { name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const dialog = (
    <ConfirmDialog
      open={chosen !== null}
      title={t("confirm.title", { name: chosen?.name ?? "" })}
      lead={t("confirm.lead", { count: chosen?.campaigns ?? 0 })}
      action={t("action.end")}
      onConfirm={() => chosen && save(chosen, "ended")}
      onClose={() => setChosen(null)}
    />
  );
  return { end: setChosen, resume: (deal: Named) => void save(deal, "active"), dialog };
}
