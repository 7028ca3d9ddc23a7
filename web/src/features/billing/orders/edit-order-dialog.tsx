import type { ManualInvoice } from "@litfass/contract/billing/billing";
import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatAmount } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { TextArea, TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "../invoices/invoices.module.css";

/** Edits an order: the note at any time, everything else until its invoice is issued. */
export function EditOrderDialog({ order, onClose }: { order: ManualInvoice; onClose: () => void }) {
  const { t } = useTranslation("invoices");
  const [description, setDescription] = useState(order.description);
  const [amount, setAmount] = useState(formatAmount(order.amount));
  const [note, setNote] = useState(order.note ?? "");
  const save = useChange("changeManualInvoice", ["listManualInvoices"]);
  const issued = order.invoice !== null || order.status !== "new";
  const typed = amountOf(amount);
  const valid = issued || (typed !== null && typed > 0 && description.trim() !== "");

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!valid || typed === null) return;
    try {
      await save.mutateAsync({
        params: { invoiceRequest: order.id },
        body: {
          note: note.trim() || null,
          ...(!issued && typed !== order.amount && { amount: typed }),
          ...(!issued && description.trim() !== order.description && { description: description.trim() }),
        },
      });
      showSnackbar(t("orders.saved", { number: order.id }));
      onClose();
    } catch {
      // The error is shown above the form or at its field.
    }
  }

  return (
    <Dialog
      open
      size="plan"
      title={t("orders.edit", { number: order.id, name: order.user_name })}
      lead={issued && t("orders.issued")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="order" disabled={!valid} busy={save.isPending}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="order" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {save.error && <Note tone="error">{problemText(save.error)}</Note>}
        <TextInput
          label={t("column.description")}
          disabled={issued || order.plan !== null}
          maxLength={200}
          value={description}
          error={firstMessage(save.error, "description")}
          onChange={(event) => setDescription(event.target.value)}
        />
        <AmountInput
          label={t("field.amount")}
          help={order.is_service ? undefined : t("field.amountHelp")}
          currency={order.currency}
          disabled={issued}
          value={amount}
          onChange={setAmount}
          error={firstMessage(save.error, "amount")}
        />
        <TextArea
          label={t("field.note")}
          help={t("field.noteHelp")}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
