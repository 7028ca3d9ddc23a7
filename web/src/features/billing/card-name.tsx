import type { SavedCard } from "@litfass/contract/billing/billing";
import { CreditCard } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import styles from "./billing.module.css";
import { CardIcon, cardBrands } from "./card-icon.tsx";

/** A saved card: its brand, last four digits and expiry date. */
export function CardName({ card }: { card: SavedCard }) {
  const { t } = useTranslation("billing");
  const brand = cardBrands.find((each) => each === card.brand);
  const month = String(card.exp_month).padStart(2, "0");
  return (
    <span className={styles.cardName}>
      <span className={styles.cardNumber}>
        {brand ? <CardIcon brand={brand} /> : <Icon of={CreditCard} />}
        <b>•••• {card.last4}</b>
      </span>
      <span className={styles.note}>{t("cards.until", { date: `${month}/${card.exp_year}` })}</span>
    </span>
  );
}
