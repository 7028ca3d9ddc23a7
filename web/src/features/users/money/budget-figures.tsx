import type { Budget } from "@litfass/contract/users/users";
import { useTranslation } from "react-i18next";
import { formatAmount } from "../../../i18n/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Figure, Figures } from "../../../ui/layout/figures.tsx";

/** A user's budget totals. */
export function BudgetFigures({ budget }: { budget: Budget }) {
  const { t } = useTranslation("users-admin");
  const unit = budget.currency;
  return (
    <Card flush>
      <Figures>
        <Figure label={t("sum.manual")} unit={unit} value={formatAmount(budget.manual_balance)} />
        <Figure label={t("sum.paid")} unit={unit} value={formatAmount(budget.stripe)} />
        <Figure label={t("sum.reserved")} unit={unit} value={formatAmount(budget.balance_reserved)} />
        <Figure label={t("sum.remaining")} unit={unit} value={formatAmount(budget.balance)} tinted />
      </Figures>
    </Card>
  );
}
