import { Link } from "react-router";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import styles from "./wizard.module.css";

type BudgetLeftProps = {
  /** The customer who pays; null for the viewer's own budget. */
  name: string | null;
  left: number;
  currency: string;
  /** The draft's budget; null while it is not set. */
  amount: number | null;
};

/** The budget that is left, or what is missing for the amount; only the payer gets the link to pay it. */
export function BudgetLeft({ name, left, currency, amount }: BudgetLeftProps) {
  const { t } = useTranslation("campaigns");
  const money = (value: number) => formatMoney(value, currency);
  if (amount === null || amount <= left) {
    return (
      <p className={styles.caption}>
        {name ? t("source.leftOf", { name, amount: money(left) }) : t("source.left", { amount: money(left) })}
      </p>
    );
  }
  const missing = { left: money(left), missing: money(amount - left) };
  return (
    <Note>
      {name ? t("source.missingOf", { name, ...missing }) : t("source.missing", missing)}{" "}
      {!name && <Link to="/invoices?top-up=1">{t("source.topUp")}</Link>}
    </Note>
  );
}
