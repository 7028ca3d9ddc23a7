import { roleFlags } from "@litfass/contract/kernel/roles";
import { useState } from "react";
import { firstMessage } from "../../../api/api-error.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { nameOf, type Person, userLists } from "../profile/person.ts";
import styles from "../users.module.css";

const kinds = ["manual", "subsidy"] as const;
type Values = { amount: string; kind: (typeof kinds)[number]; description: string; key: string };

/** Credits budget: admins grant new budget, account managers pass on their own (ACT-006, ACT-013). */
export function CreditDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const gives = roleFlags(viewer.user_role).admin;
  const details = useCall("showUser", { params: { user: user.uid } });
  const [{ amount, kind, description, key }, setValues] = useState<Values>(() => ({
    amount: "",
    kind: "manual",
    description: "",
    key: crypto.randomUUID(),
  }));
  // One key per credit: retrying after a lost response must not credit twice.
  const change = (values: Partial<Values>) => setValues((now) => ({ ...now, ...values, key: crypto.randomUUID() }));
  const credit = useChange("makeTransaction", [...userLists, "listUserTransactions"]);
  const typed = amountOf(amount);
  const budget = details.data?.balance;
  const currency = details.data?.currency;
  const own = viewer.balance;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!typed) return;
    try {
      const made = await credit.mutateAsync({
        body: {
          user: user.uid,
          amount: typed,
          ...(gives && { kind }),
          ...(description.trim() && { description: description.trim() }),
        },
        idempotencyKey: key,
      });
      showSnackbar(
        t(made.approval === null ? "credit.done" : "credit.asked", {
          name: nameOf(user),
          amount: formatMoney(typed, made.currency),
        }),
      );
      onClose();
    } catch {
      // The error is shown at its field or above the form.
    }
  }

  const problem = credit.error && !firstMessage(credit.error, "amount") ? credit.error.message : null;
  return (
    <Dialog
      open
      title={t(gives ? "credit.title" : "credit.passTitle", { name: nameOf(user) })}
      lead={gives ? t("credit.lead") : own && t("credit.passLead", { amount: formatMoney(own.balance, own.currency) })}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="credit" disabled={!typed} busy={credit.isPending}>
          {t(gives ? "credit.submit" : "credit.passSubmit")}
        </DialogActions>
      }
    >
      <form id="credit" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {problem && <Note tone="error">{problem}</Note>}
        <AmountInput
          autoFocus
          label={t("credit.amount")}
          currency={currency}
          value={amount}
          onChange={(next) => change({ amount: next })}
          help={budget ? t("credit.now", { amount: formatMoney(budget.balance, budget.currency) }) : undefined}
          error={firstMessage(credit.error, "amount")}
        />
        {gives && (
          <Select
            label={t("credit.kind")}
            help={t(`credit.kindHelp.${kind}`)}
            options={kinds.map((each) => ({ value: each, label: t(`credit.kinds.${each}`) }))}
            value={kind}
            onChange={(next) => change({ kind: next })}
          />
        )}
        <TextInput
          label={t("credit.description")}
          help={t("credit.descriptionHelp")}
          maxLength={200}
          value={description}
          error={firstMessage(credit.error, "description")}
          onChange={(event) => change({ description: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
