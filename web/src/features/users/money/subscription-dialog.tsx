import type { PlanId } from "@litfass/contract/billing/billing";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { attemptInDialog } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate, formatMoney, formatTerm } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { nameOf, type Person, userLists } from "../profile/person.ts";
import styles from "../users.module.css";

/** Books a plan for a customer for its term, with the plan's budget (ACT-008). */
export function SubscriptionDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const { t } = useTranslation("users-admin");
  const details = useCall("showUser", { params: { user: user.uid } });
  const plans = useCall("listPlans", undefined, { staleMs: 600_000 });
  const [plan, setPlan] = useState<PlanId | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const book = useChange("setSubscription", [...userLists, "listUserTransactions"]);
  const running = details.data?.subscription;
  const currency = details.data?.currency;
  const chosen = plans.data?.find((each) => each.id === plan);

  async function confirm() {
    if (!plan || !chosen) return;
    const done = await attemptInDialog(
      () => book.mutateAsync({ params: { user: user.uid }, body: { plan }, idempotencyKey: `${key}-${plan}` }),
      ({ approval }) => t(approval === null ? "plan.done" : "plan.asked", { name: nameOf(user), plan: chosen.name }),
    );
    if (done) onClose();
  }

  return (
    <Dialog
      open
      title={t("plan.title", { name: nameOf(user) })}
      lead={
        running?.is_exists && running.end_at
          ? t("plan.running", {
              plan: plans.data?.find((each) => each.id === running.plan)?.name ?? "",
              date: formatDate(running.end_at),
            })
          : details.data && t("plan.none")
      }
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          disabled={!chosen || !currency}
          busy={book.isPending}
          onClick={() => void confirm()}
        >
          {t("plan.submit")}
        </DialogActions>
      }
    >
      <div className={styles.form}>
        {book.error && <Note tone="error">{problemText(book.error)}</Note>}
        <Select
          label={t("plan.label")}
          placeholder={t("plan.choose")}
          help={
            plans.error
              ? t("plan.failed")
              : chosen &&
                currency &&
                t("plan.help", {
                  term: formatTerm(chosen.term_months),
                  amount: formatMoney(chosen.discount?.list_price ?? chosen.price, currency),
                })
          }
          options={(plans.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
          value={plan}
          onChange={setPlan}
        />
      </div>
    </Dialog>
  );
}
