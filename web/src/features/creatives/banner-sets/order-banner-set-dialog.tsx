import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

const maxBriefLength = 2000;

type OrderBannerSetDialogProps = {
  price: string /** Whether an invoice follows. */;
  paid: boolean;
  onClose: () => void;
};

/** Orders a set: the brief and the price. */
export function OrderBannerSetDialog({ price, paid, onClose }: OrderBannerSetDialogProps) {
  const { t } = useTranslation("creatives");
  const [brief, setBrief] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const order = useChange("orderBannerSet", ["listBannerSets", "showBannerSetOffer", "listInvoices"]);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    try {
      await order.mutateAsync({ body: { brief: brief.trim() }, idempotencyKey: key });
      showSnackbar(t(paid ? "sets.orderedPaid" : "sets.ordered"));
      onClose();
    } catch {
      // The error is shown in the dialog.
    }
  }
  return (
    <Dialog
      open
      persistent
      title={t("sets.dialog")}
      lead={t(paid ? "sets.dialogPaid" : "sets.dialogIncluded", { price })}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="banner-set" disabled={!brief.trim()} busy={order.isPending}>
          {t(paid ? "sets.orderPaid" : "sets.order")}
        </DialogActions>
      }
    >
      <form id="banner-set" noValidate onSubmit={(event) => void submit(event)}>
        {order.error && <Note tone="error">{firstMessage(order.error, "brief") ?? problemText(order.error)}</Note>}
        <TextArea
          label={t("sets.brief")}
          help={t("sets.briefHelp")}
          rows={6}
          maxLength={maxBriefLength}
          value={brief}
          onChange={(event) => setBrief(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
