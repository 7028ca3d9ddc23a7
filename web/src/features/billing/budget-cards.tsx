import type { Budget } from "@litfass/contract/users/users";
import { formatAmount } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import styles from "./budget-cards.module.css";

/** The five totals of the ledger and their proportions. */
export function BudgetCards({ budget }: { budget: Budget }) {
  const { t } = useTranslation("billing");
  const { currency } = budget;
  const spent = budget.total - budget.balance_reserved - budget.balance;
  const share = (part: number) => `${budget.total > 0 ? Math.max(0, (part / budget.total) * 100) : 0}%`;
  return (
    <Card flush>
      <Figures>
        <Figure
          label={t("card.manual")}
          unit={currency}
          value={formatAmount(budget.manual_balance)}
          detail={t("card.manualNote")}
        />
        <Figure
          label={t("card.stripe")}
          unit={currency}
          value={formatAmount(budget.stripe)}
          detail={t("card.stripeNote")}
        />
        <Figure
          label={t("card.total")}
          unit={currency}
          value={formatAmount(budget.total)}
          detail={t("card.totalNote")}
        />
        <Figure
          label={t("card.reserved")}
          unit={currency}
          value={formatAmount(budget.balance_reserved)}
          detail={t("card.reservedNote")}
        />
        <Figure
          tinted
          label={t("card.remaining")}
          unit={currency}
          value={formatAmount(budget.balance)}
          detail={t("card.remainingNote")}
        />
      </Figures>
      {budget.total > 0 && (
        <div className={styles.division}>
          <div className={styles.bar} aria-hidden="true">
            <span className={styles.spent} style={{ width: share(spent) }} />
            <span className={styles.reserved} style={{ width: share(budget.balance_reserved) }} />
            <span className={styles.free} style={{ width: share(budget.balance) }} />
          </div>
          <ul className={styles.legend}>
            <li>
              <i className={styles.spent} /> {t("division.spent", { amount: formatAmount(spent) })}
            </li>
            <li>
              <i className={styles.reserved} />{" "}
              {t("division.reserved", { amount: formatAmount(budget.balance_reserved) })}
            </li>
            <li>
              <i className={styles.free} /> {t("division.remaining", { amount: formatAmount(budget.balance) })}
            </li>
          </ul>
        </div>
      )}
    </Card>
  );
}
