import { useState } from "react";
import { useTranslation } from "react-i18next";
import { firstMessage } from "../../data/api-error.ts";
import { useChange } from "../../data/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./billing.module.css";
import { CardIcon, cardBrands } from "./card-icon.tsx";

const amounts = ["500", "1500", "4500"];

/** Adds budget by card: the amount here, the card on the processor's own page. */
export function TopUpDialog({ open, currency, onClose }: { open: boolean; currency: string; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const [amount, setAmount] = useState("500");
  const pay = useChange("startCardPayment");
  const plain = amount.replace(/['’\s]/g, "").replace(",", ".");
  const valid = /^\d{1,6}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!valid) return;
    try {
      const [whole = "0", rest = ""] = plain.split(".");
      const minor = Number(whole) * 100 + Number(rest.padEnd(2, "0"));
      const payment = await pay.mutateAsync({ body: { amount: minor }, idempotencyKey: crypto.randomUUID() });
      if (payment.checkout_url) window.location.assign(payment.checkout_url);
    } catch (error) {
      if (!firstMessage(error, "amount")) showSnackbar(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <Dialog
      open={open}
      title={t("topUp.title")}
      lead={t("topUp.lead")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button type="submit" form="top-up" variant="primary" disabled={!valid} busy={pay.isPending}>
            {t("topUp.submit")}
          </Button>
        </>
      }
    >
      <form id="top-up" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t("topUp.amount")}
          prefix={currency}
          inputMode="decimal"
          value={amount}
          help={t(currency === "CHF" ? "topUp.plusVat" : "topUp.noVat")}
          error={firstMessage(pay.error, "amount") ?? (valid ? undefined : t("topUp.bad"))}
          onChange={(event) => setAmount(event.target.value)}
        />
        <div className={styles.quick}>
          {amounts.map((each) => (
            <Button key={each} small onClick={() => setAmount(each)}>
              {currency} {formatNumber(Number(each))}
            </Button>
          ))}
        </div>
        <ul className={styles.cards} aria-label={t("topUp.cards")}>
          {cardBrands.map((brand) => (
            <li key={brand}>
              <CardIcon brand={brand} />
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}
