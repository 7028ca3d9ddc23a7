import type { SavedCard } from "@litfass/contract/billing/billing";
import { useTranslation } from "../../i18n/use-translation.ts";
import styles from "./card-choice.module.css";
import { CardName } from "./card-name.tsx";

/** Represents a card or another payment method, such as TWINT, that is entered on the processor's page. */
export const anotherCard = "";

type CardChoiceProps = { cards: SavedCard[]; value: string; onChange: (card: string) => void };

/** Chooses a saved card or another payment method; renders nothing without saved cards. */
export function CardChoice({ cards, value, onChange }: CardChoiceProps) {
  const { t } = useTranslation("billing");
  if (cards.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend>{t("topUp.with")}</legend>
      {cards.map((card) => (
        <label key={card.id}>
          <input type="radio" name="card" checked={value === card.id} onChange={() => onChange(card.id)} />
          <CardName card={card} />
        </label>
      ))}
      <label>
        <input type="radio" name="card" checked={value === anotherCard} onChange={() => onChange(anotherCard)} />
        {t("topUp.another")}
      </label>
    </fieldset>
  );
}
