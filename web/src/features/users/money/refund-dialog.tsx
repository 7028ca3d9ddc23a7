import type { PaymentListing } from "@litfass/contract/billing/billing";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { attemptInDialog } from "../../../api/attempt.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatAmount, formatMoney } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { userLists } from "../profile/person.ts";
import styles from "../users.module.css";

/** Refunds a movement in full or in part (ACT-009). */
export function RefundDialog(props: { movement: PaymentListing["data"][number]; onClose: () => void }) {
  const { movement, onClose } = props;
  const { t } = useTranslation("users-admin");
  const [values, setValues] = useState(() => ({ amount: formatAmount(movement.refundable), key: crypto.randomUUID() }));
  const refund = useChange("refundTransaction", [...userLists, "listUserTransactions", "listAllInvoices"]);
  const typed = amountOf(values.amount);
  const tooMuch = typed !== null && typed > movement.refundable;
  const max = formatMoney(movement.refundable, movement.currency);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!typed || tooMuch) return;
    const done = await attemptInDialog(
      () => refund.mutateAsync({ body: { transaction: movement.id, amount: typed }, idempotencyKey: values.key }),
      ({ approval }) =>
        t(approval === null ? "refund.done" : "refund.asked", { amount: formatMoney(typed, movement.currency) }),
    );
    if (done) onClose();
  }

  return (
    <Dialog
      open
      title={t("refund.title", { id: movement.id })}
      lead={t("refund.lead")}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="refund"
          variant="danger"
          disabled={!typed || tooMuch}
          busy={refund.isPending}
        >
          {t("refund.submit")}
        </DialogActions>
      }
    >
      <form id="refund" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {refund.error && <Note tone="error">{problemText(refund.error)}</Note>}
        <AmountInput
          autoFocus
          label={t("refund.amount")}
          currency={movement.currency}
          value={values.amount}
          onChange={(amount) => setValues({ amount, key: crypto.randomUUID() })}
          help={t("refund.max", { amount: max })}
          error={tooMuch ? t("refund.max", { amount: max }) : undefined}
        />
      </form>
    </Dialog>
  );
}
