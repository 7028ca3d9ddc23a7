import { amountOfMinor, impressionsFor, minorOfAmount } from "@litfass/contract/kernel/money";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { bonusMinor } from "@litfass/contract/settings/volume-bonus";
import { useState } from "react";
import type { CallResult } from "../../api/api.ts";
import { ApiError, firstMessage, problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { amountOf } from "../../i18n/parse-amount.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { AmountInput } from "../../ui/inputs/amount-input.tsx";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { afterPaying } from "./after-paying.ts";
import styles from "./billing.module.css";
import { anotherCard, CardChoice } from "./card-choice.tsx";
import { CardIcon, cardBrands } from "./card-icon.tsx";
import { VatAndTotal } from "./vat-and-total.tsx";

const amounts = ["500", "1500", "4500"];

/** The steps of the bonus in minor units. */
const stepsOf = (prices: CallResult<"showPrices"> | undefined) =>
  (prices?.volume_bonus ?? []).map(({ at_least, percent }) => ({ at_least: minorOfAmount(at_least), percent }));

/** Adds budget by card: immediately with a saved card, otherwise on the processor's page, which can save the card. */
export function TopUpDialog({ open, currency, onClose }: { open: boolean; currency: string; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const [amount, setAmount] = useState("500");
  const [chosen, setChosen] = useState<string | null>(null);
  const [keep, setKeep] = useState(false);
  // One key until something changes: a second press, or a retry after a lost response, pays only once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const cards = useCall("listSavedCards", undefined, { enabled: open, staleMs: 60_000 });
  const pay = useChange("startCardPayment", afterPaying);
  const prices = useCall("showPrices", undefined, { enabled: open, staleMs: 0 });
  const saved = cards.data ?? [];
  const card = chosen ?? saved[0]?.id ?? anotherCard;
  const typed = amountOf(amount);
  const valid = typed !== null && typed > 0;
  const bonus = amountOfMinor(valid ? bonusMinor(minorOfAmount(typed), stepsOf(prices.data)) : 0);
  const buys =
    valid && prices.data
      ? t("topUp.buys", {
          impressions: formatNumber(impressionsFor(minorOfAmount(typed + bonus), minorOfAmount(prices.data.cpm))),
        })
      : "";
  const declined = pay.data?.status === "failed" ? pay.data.failure_message : null;

  function change(apply: () => void) {
    apply();
    pay.reset();
    setKey(crypto.randomUUID());
  }

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!valid) return;
    try {
      const how = card === anotherCard ? { save_card: keep } : { payment_method: card };
      const payment = await pay.mutateAsync({
        body: { amount: typed, expected_bonus: bonus, ...how },
        idempotencyKey: key,
      });
      if (payment.checkout_url) return window.location.assign(payment.checkout_url);
      setKey(crypto.randomUUID());
      if (payment.status === "failed") return;
      showSnackbar(
        payment.status === "succeeded"
          ? t("topUp.paid", { amount: formatMoney(payment.amount + payment.discount, payment.currency) })
          : t("topUp.processing"),
      );
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        change(() => {});
        await prices.refetch();
      }
      if (!firstMessage(error, "amount")) showSnackbar(problemText(error));
    }
  }

  return (
    <Dialog
      open={open}
      title={t("topUp.title")}
      lead={t(card === anotherCard ? "topUp.lead" : "topUp.leadSaved")}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="top-up"
          disabled={!valid || cards.isPending || prices.isPending}
          busy={pay.isPending}
        >
          {t(card === anotherCard ? "topUp.submit" : "topUp.payNow")}
        </DialogActions>
      }
    >
      <form id="top-up" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {declined && <Note tone="error">{t("topUp.declined", { reason: declined })}</Note>}
        <AmountInput
          label={t("topUp.amount")}
          currency={currency}
          autoFocus
          value={amount}
          help={buys}
          error={firstMessage(pay.error, "amount") ?? (valid ? undefined : t("topUp.invalid"))}
          onChange={(typed) => change(() => setAmount(typed))}
        />
        {bonus > 0 && (
          <p className={styles.bonus}>
            {t("topUp.bonus", {
              bonus: formatMoney(bonus, currency),
              total: formatMoney((typed ?? 0) + bonus, currency),
            })}
          </p>
        )}
        <div className={styles.quick}>
          {amounts.map((each) => (
            <Button key={each} small onClick={() => change(() => setAmount(each))}>
              {withCurrency(currency, formatNumber(Number(each)))}
            </Button>
          ))}
        </div>
        <dl className={styles.lines}>
          <dt>{t("sum.net")}</dt>
          <dd>{valid ? formatMoney(typed, currency) : "–"}</dd>
          <VatAndTotal net={valid ? typed : null} currency={currency} vat={prices.data} />
        </dl>
        <CardChoice cards={saved} value={card} onChange={(next) => change(() => setChosen(next))} />
        {cards.isPending && <SkeletonRows rows={1} />}
        {!cards.isPending && card === anotherCard && (
          <>
            <Checkbox checked={keep} onChange={(event) => change(() => setKeep(event.target.checked))}>
              {t("topUp.saveCard")}
            </Checkbox>
            <ul className={styles.cards} aria-label={t("topUp.cards")}>
              {cardBrands.map((brand) => (
                <li key={brand}>
                  <CardIcon brand={brand} />
                </li>
              ))}
            </ul>
          </>
        )}
      </form>
    </Dialog>
  );
}
