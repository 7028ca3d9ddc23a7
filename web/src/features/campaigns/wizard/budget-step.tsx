import { impressionsFor, minorOfAmount } from "@litfass/contract/kernel/money";
import { useState } from "react";
import { useUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatAmount, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { daysIn } from "../../../ui/inputs/date-range.ts";
import { useMonthlyBudget } from "../use-campaign-defaults.ts";
import { BudgetSource } from "./budget-source.tsx";
import { PeriodFields } from "./period-fields.tsx";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

/** Step 3: budget and period. */
export function BudgetStep({ draft: { campaign, change, errors } }: { draft: Draft }) {
  const { t } = useTranslation("campaigns");
  const user = useUser();
  // The recommended minimum per month and campaign (CONST-019).
  const recommendedPerMonth = useMonthlyBudget(campaign.currency);
  const [amount, setAmount] = useState(campaign.total_budget ? formatAmount(campaign.total_budget) : "");
  const started = campaign.status !== "DRAFT";
  const isOver = campaign.status === "ENDED" || campaign.status === "ARCHIVED";
  const budget = amountOf(amount);
  // Staff see the campaign's price; the customer's list price is the customer's to know.
  const prices = useCall("showPrices", undefined, { enabled: user?.uid === campaign.owner }).data;
  const listCpm = prices && prices.list_cpm > campaign.cpm ? prices.list_cpm : null;
  const days = campaign.start_on && campaign.end_on ? daysIn({ from: campaign.start_on, to: campaign.end_on }) : null;
  const recommended = days && days > 0 ? (recommendedPerMonth * days) / 30 : recommendedPerMonth;
  const low = budget !== null && budget > 0 && budget < recommended;
  return (
    <>
      <div className={styles.section}>
        <AmountInput
          label={t("field.budget")}
          currency={campaign.currency}
          disabled={isOver}
          help={
            budget
              ? t("help.budget", {
                  impressions: formatNumber(impressionsFor(minorOfAmount(budget), minorOfAmount(campaign.cpm))),
                })
              : t("help.budgetEmpty")
          }
          error={errors.total_budget}
          value={amount}
          onChange={(typed) => {
            setAmount(typed);
            const next = amountOf(typed);
            if (next !== null || typed.trim() === "") change({ total_budget: next });
          }}
          onBlur={() => budget !== null && setAmount(formatAmount(budget))}
        />
        {!started && <BudgetSource campaign={campaign} amount={budget} />}
        {!started && listCpm !== null && (
          <p className={styles.caption}>
            {t("help.agreedPrice", {
              price: formatMoney(campaign.cpm, campaign.currency),
              list: formatMoney(listCpm, campaign.currency),
            })}
          </p>
        )}
        {low && !started && (
          <Note tone="warn">
            {t("help.recommended", { amount: formatMoney(recommendedPerMonth, campaign.currency) })}
          </Note>
        )}
      </div>
      <PeriodFields period={campaign} change={change} errors={errors} started={started}>
        {days !== null && days > 0 && budget !== null && budget > 0 && (
          <p className={styles.caption}>
            {t("help.perDay", {
              count: days,
              days: formatNumber(days),
              amount: formatMoney(budget / days, campaign.currency),
              impressions: formatNumber(
                Math.floor(impressionsFor(minorOfAmount(budget), minorOfAmount(campaign.cpm)) / days),
              ),
            })}
          </p>
        )}
      </PeriodFields>
    </>
  );
}
