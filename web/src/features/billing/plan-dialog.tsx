import type { Plan } from "@litfass/contract/billing/billing";
import type { User } from "@litfass/contract/users/users";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import { ApiError, problemText } from "../../api/api-error.ts";
import { queryClient, useCall, useChange } from "../../api/use-call.ts";
import { formatMoney, formatTerm } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import { afterPaying } from "./after-paying.ts";
import styles from "./billing.module.css";
import { anotherCard, CardChoice } from "./card-choice.tsx";
import { discountName } from "./discount-name.ts";
import { VatAndTotal } from "./vat-and-total.tsx";

/** Orders a plan by invoice, or pays it with a saved card or another one (UI-PLAN-012 to UI-PLAN-020). */
export function PlanDialog({ plan, user, onClose }: { plan: Plan; user: User; onClose: () => void }) {
  const { t, i18n } = useTranslation("billing");
  const [agreed, setAgreed] = useState(false);
  const send = useChange("sendInvoice");
  const pay = useChange("buyPackage", afterPaying);
  const cards = useCall("listSavedCards", undefined, { staleMs: 60_000 });
  const prices = useCall("showPrices", undefined, { staleMs: 60_000 });
  const saved = cards.data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const card = chosen ?? saved[0]?.id ?? anotherCard;
  // One key per order: retrying after a lost response orders and pays only once.
  const [orderKey, setOrderKey] = useState(() => crypto.randomUUID());
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [changed, setChanged] = useState<string | null>(null);
  const declined = pay.data?.status === "failed" ? pay.data.failure_message : null;

  async function order() {
    try {
      await send.mutateAsync({ body: { planId: plan.id, expected_price: plan.price }, idempotencyKey: orderKey });
    } catch (error) {
      setAgreed(false);
      if (await readChangedPrice(error)) return;
      showSnackbar(t("dialog.notSent"));
      return;
    }
    showSnackbar(t("dialog.sent"));
    onClose();
    setTimeout(() => window.location.reload(), 1200);
  }

  /** Nothing was bought, because the price or what is open changed: the dialog shows the new price, and why. */
  async function readChangedPrice(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError) || error.status !== 409) return false;
    setAgreed(false);
    setChanged(problemText(error));
    setOrderKey(crypto.randomUUID());
    setKey(crypto.randomUUID());
    await queryClient.invalidateQueries({ queryKey: ["listPlans"] });
    return true;
  }

  function choose(next: string) {
    setChosen(next);
    pay.reset();
    setKey(crypto.randomUUID());
  }

  async function payByCard() {
    try {
      const how = card === anotherCard ? {} : { payment_method: card };
      const payment = await pay.mutateAsync({
        body: { plan: plan.id, expected_price: plan.price, ...how },
        idempotencyKey: key,
      });
      if (payment.checkout_url) return window.location.assign(payment.checkout_url);
      setKey(crypto.randomUUID());
      if (payment.status === "failed") return;
      showSnackbar(
        payment.status === "succeeded" ? t("dialog.paid", { plan: t(`plan.${plan.id}`) }) : t("topUp.processing"),
      );
      onClose();
    } catch (error) {
      if (!(await readChangedPrice(error))) showSnackbar(problemText(error));
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
          <Button
            icon={CreditCard}
            disabled={!agreed || cards.isPending}
            busy={pay.isPending}
            onClick={() => void payByCard()}
          >
            {t("dialog.byCard")}
          </Button>
          <Button variant="primary" disabled={!agreed} busy={send.isPending} onClick={() => void order()}>
            {t("dialog.send")}
          </Button>
        </>
      }
    >
      {changed && (
        <Note tone="warn" className={styles.gap}>
          {changed}
        </Note>
      )}
      {declined && (
        <Note tone="error" className={styles.gap}>
          {t("topUp.declined", { reason: declined })}
        </Note>
      )}
      <dl className={styles.lines}>
        <dt>{t("dialog.line", { plan: t(`plan.${plan.id}`), term: formatTerm(plan.term_months) })}</dt>
        <dd>{formatMoney(plan.discount?.list_price ?? plan.price, user.currency)}</dd>
        {plan.discount && (
          <>
            <dt>{discountName(plan.discount)}</dt>
            <dd>{formatMoney(-plan.discount.amount, user.currency)}</dd>
            <dt className={styles.strong}>{t("dialog.price")}</dt>
            <dd className={styles.strong}>{formatMoney(plan.price, user.currency)}</dd>
          </>
        )}
        <VatAndTotal net={plan.price} currency={user.currency} vat={prices.data} />
      </dl>
      <div className={styles.form}>
        <CardChoice cards={saved} value={card} onChange={choose} />
        <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
          {t("dialog.agree")}{" "}
          <Tooltip text={t("dialog.newWindow")}>
            <a href={`/terms?lang=${i18n.language}`} target="_blank" rel="noopener">
              {t("dialog.terms")}
            </a>
          </Tooltip>
        </Checkbox>
      </div>
    </Dialog>
  );
}
