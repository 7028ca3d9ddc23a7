import type { AlertRule } from "@litfass/contract/reporting/alerts";
import { formatAmount, formatMoney, formatNumber, formatPercent } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";

/** Rules in words: "Spend above CHF 20.00 a day". Without a currency, that of each campaign is meant. */
export function useAlertText(currency: string | null): (rule: AlertRule) => string {
  const { t } = useTranslation("alerts");
  return (rule) => {
    switch (rule.kind) {
      case "daily_spend": {
        const amount = currency === null ? formatAmount(rule.amount) : formatMoney(rule.amount, currency);
        return t("rule.daily_spend", { amount });
      }
      case "low_ctr": {
        const percent = formatPercent(rule.percent / 100, 2);
        return t("rule.low_ctr", { percent, impressions: formatNumber(rule.impressions) });
      }
      case "silent":
        return t("rule.silent", { count: rule.hours });
      case "budget_used":
        return t("rule.budget_used", { percent: formatPercent(rule.percent / 100, 0) });
    }
  };
}
