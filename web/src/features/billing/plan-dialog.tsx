import type { Plan } from "@litfass/contract/billing";
import type { User } from "@litfass/contract/users";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../data/use-call.ts";
import { formatMoney } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import styles from "./billing.module.css";

/** Orders a plan by invoice, or pays it by card (UI-PLAN-012 to UI-PLAN-020). */
export function PlanDialog({ plan, user, onClose }: { plan: Plan; user: User; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const [agreed, setAgreed] = useState(false);
  const send = useChange("sendInvoice");
  const pay = useChange("buyPackage");

  async function order() {
    try {
      await send.mutateAsync({ body: { planId: plan.id }, idempotencyKey: crypto.randomUUID() });
    } catch {
      setAgreed(false);
      showSnackbar(t("dialog.notSent"));
      return;
    }
    showSnackbar(t("dialog.sent"));
    onClose();
    setTimeout(() => window.location.reload(), 1200);
  }

  async function payByCard() {
    try {
      const payment = await pay.mutateAsync({ body: { plan: plan.id }, idempotencyKey: crypto.randomUUID() });
      if (payment.checkout_url) window.location.assign(payment.checkout_url);
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : t("dialog.notSent"));
    }
  }

  return (
    <Dialog
      open
      persistent
      size="plan"
      title={plan.modal_title}
      lead={t("dialog.lead", { email: user.email ?? "" })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button icon={CreditCard} disabled={!agreed} busy={pay.isPending} onClick={() => void payByCard()}>
            {t("dialog.byCard")}
          </Button>
          <Button variant="primary" disabled={!agreed} busy={send.isPending} onClick={() => void order()}>
            {t("dialog.send")}
          </Button>
        </>
      }
    >
      <dl className={styles.lines}>
        <dt>{t("dialog.line", { plan: t(`plan.${plan.id}`) })}</dt>
        <dd>{formatMoney(plan.price, user.currency)}</dd>
        <dt className={styles.note}>{t(user.currency === "CHF" ? "dialog.plusVat" : "dialog.reverse")}</dt>
        <dd />
      </dl>
      <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
        {t("dialog.agree")}{" "}
        <Tooltip text={t("dialog.newWindow")}>
          <a href="/terms" target="_blank" rel="noopener">
            {t("dialog.terms")}
          </a>
        </Tooltip>
      </Checkbox>
    </Dialog>
  );
}
