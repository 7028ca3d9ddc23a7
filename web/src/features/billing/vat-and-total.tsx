import { vatMinor } from "@litfass/contract/billing/vat-amount";
import { amountOfMinor, minorOfAmount } from "@litfass/contract/kernel/money";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../i18n/format.ts";
import styles from "./billing.module.css";

type Props = {
  /** Without VAT. Null while the entered amount is invalid. */
  net: number | null;
  currency: string;
  /** Undefined while loading: the rows keep their height. */
  vatPercent: number | undefined;
};

/** Rows of a list: the VAT with its rate, or why there is none, and what is paid, as the invoice will have them. */
export function VatAndTotal({ net, currency, vatPercent }: Props) {
  const { t } = useTranslation("billing");
  const netMinor = net === null ? null : minorOfAmount(net);
  const vat = netMinor === null || vatPercent === undefined ? null : vatMinor(netMinor, vatPercent);
  const total = netMinor === null || vat === null ? null : netMinor + vat;
  const shown = (minor: number | null) => (minor === null ? "–" : formatMoney(amountOfMinor(minor), currency));
  return (
    <>
      <dt className={styles.note}>
        {vatPercent === undefined ? "\u00a0" : t(vatPercent > 0 ? "sum.vat" : "sum.noVat", { rate: `${vatPercent}%` })}
      </dt>
      <dd className={styles.note}>{vatPercent === 0 ? "" : shown(vat)}</dd>
      <dt className={styles.strong}>{t("sum.total")}</dt>
      <dd className={styles.strong}>{shown(total)}</dd>
    </>
  );
}
