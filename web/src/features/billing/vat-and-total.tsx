import { vatMinor } from "@litfass/contract/billing/vat-amount";
import type { VatTreatment } from "@litfass/contract/billing/vat-treatment";
import { amountOfMinor, minorOfAmount } from "@litfass/contract/kernel/money";
import { formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import styles from "./billing.module.css";

type Props = {
  /** Without VAT. Null while the entered amount is invalid. */
  net: number | null;
  currency: string;
  /** Undefined while loading: the rows keep their height. */
  vat: { vat_percent: number; vat_treatment: VatTreatment } | undefined;
};

/** What the rate's row says where there is no VAT. */
const reasons: Record<VatTreatment, "reverse_charge" | "export" | "abroad" | "none"> = {
  taxed: "none",
  reverse_charge: "reverse_charge",
  export: "export",
  abroad: "abroad",
  zero_rated: "none",
  unregistered: "none",
};

/** Rows of a list: the VAT with its rate, or why there is none, and what is paid, as the invoice will have them. */
export function VatAndTotal({ net, currency, vat }: Props) {
  const { t } = useTranslation("billing");
  const vatPercent = vat?.vat_percent;
  const netMinor = net === null ? null : minorOfAmount(net);
  const added = netMinor === null || vatPercent === undefined ? null : vatMinor(netMinor, vatPercent);
  const total = netMinor === null || added === null ? null : netMinor + added;
  const shown = (minor: number | null) => (minor === null ? "–" : formatMoney(amountOfMinor(minor), currency));
  return (
    <>
      <dt className={styles.note}>
        {vat === undefined
          ? "\u00a0"
          : vat.vat_percent > 0
            ? t("sum.vat", { rate: `${vat.vat_percent}%` })
            : t(`sum.noVat.${reasons[vat.vat_treatment]}`)}
      </dt>
      <dd className={styles.note}>{vatPercent === 0 ? "" : shown(added)}</dd>
      <dt className={styles.strong}>{t("sum.total")}</dt>
      <dd className={styles.strong}>{shown(total)}</dd>
    </>
  );
}
