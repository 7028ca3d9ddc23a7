import type { ManualInvoice, ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

type StatusDialogProps = { order: ManualInvoice; to: ManualInvoiceStatus; onClose: () => void };

/** Changes the status of an order after explaining the effect (STATE-014). */
export function StatusDialog({ order, to, onClose }: StatusDialogProps) {
  const { t } = useTranslation("invoices");
  const [note, setNote] = useState(order.note ?? "");
  const [key] = useState(() => crypto.randomUUID());
  const change = useChange("changeManualInvoiceStatus", [
    "listManualInvoices",
    "listAllInvoices",
    "listApprovals",
    "showUser",
  ]);

  async function confirm() {
    try {
      const { approval } = await change.mutateAsync({
        params: { invoiceRequest: order.id },
        body: { status: to, note: note.trim() || null },
        idempotencyKey: `${key}-${to}`,
      });
      showSnackbar(t(approval === null ? `orders.done.${to}` : "orders.asked", { number: order.id }));
      onClose();
    } catch {
      // The error is shown above the note.
    }
  }

  return (
    <Dialog
      open
      title={t(`orders.ask.${to}`, { number: order.id, name: order.user_name })}
      lead={t(`orders.means.${meaning(order, to)}`, {
        amount: formatMoney(order.amount, order.currency),
        name: order.user_name,
      })}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          variant={to === "rejected" ? "danger" : "primary"}
          busy={change.isPending}
          onClick={() => void confirm()}
        >
          {t(`to.${to}`)}
        </DialogActions>
      }
    >
      {change.error && <Note tone="error">{problemText(change.error)}</Note>}
      <TextArea
        label={t("field.note")}
        help={t("field.noteHelp")}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  );
}

function meaning(order: ManualInvoice, to: ManualInvoiceStatus) {
  if (to === "paid" && order.is_service) return "paidService";
  return to === "rejected" && order.invoice ? "rejectedInvoice" : to;
}
