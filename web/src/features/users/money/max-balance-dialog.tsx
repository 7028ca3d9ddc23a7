import { useState } from "react";
import { firstMessage, problemText } from "../../../api/api-error.ts";
import { attemptInDialog } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { nameOf, type Person } from "../profile/person.ts";
import styles from "../users.module.css";

/** Sets the ceiling of an account manager's own balance (ACT-005). */
export function MaxBalanceDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const details = useCall("showUser", { params: { user: user.uid } });
  const [amount, setAmount] = useState("");
  const save = useChange("setMaxBalance", ["showUser"]);
  const typed = amountOf(amount);
  const budget = details.data?.balance;
  const currency = details.data?.currency;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (typed === null || !currency) return;
    const done = await attemptInDialog(
      () => save.mutateAsync({ params: { user: user.uid }, body: { maxBalance: typed } }),
      t("maxBalance.done", { name: nameOf(user), amount: formatMoney(typed, currency) }),
    );
    if (done) onClose();
  }

  const help = ({ balance, currency }: { balance: number; currency: string }) => {
    const ceiling = details.data?.max_balance ?? null;
    const max =
      ceiling === null ? t("maxBalance.none") : t("maxBalance.now", { amount: formatMoney(ceiling, currency) });
    return `${max} ${t("credit.now", { amount: formatMoney(balance, currency) })}`;
  };

  return (
    <Dialog
      open
      title={t("maxBalance.title", { name: nameOf(user) })}
      lead={t("maxBalance.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="ceiling" disabled={typed === null || !currency} busy={save.isPending}>
          {t("save")}
        </DialogActions>
      }
    >
      <form id="ceiling" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {save.error && !firstMessage(save.error, "maxBalance") && <Note tone="error">{problemText(save.error)}</Note>}
        <AmountInput
          autoFocus
          label={t("maxBalance.label")}
          currency={currency}
          value={amount}
          onChange={setAmount}
          help={budget ? help(budget) : undefined}
          error={firstMessage(save.error, "maxBalance")}
        />
      </form>
    </Dialog>
  );
}
