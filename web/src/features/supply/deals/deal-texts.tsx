import type { DealFigures, DealRecord, DealState } from "@litfass/contract/supply/deals";
import { formatDate, formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";

const shapes: Record<DealState, StateShape> = { active: "on", upcoming: "waiting", past: "ended", ended: "ended" };

/** What a deal does today. */
export function DealStateLabel({ state }: { state: DealState }) {
  const { t } = useTranslation("deals");
  return <State shape={shapes[state]}>{t(`state.${state}`)}</State>;
}

/** Source, price and period of a deal in words. */
export function useDealTexts() {
  const { t } = useTranslation("deals");
  return {
    sourceOf: ({ exchange }: DealRecord): string => exchange ?? t("source.placements"),
    priceOf: ({ price_kind, price, currency }: DealRecord): string =>
      t(`priceOf.${price_kind}`, { price: formatMoney(price, currency) }),
    periodOf({ start_on, end_on }: DealRecord): string {
      const days = { from: start_on ? formatDate(start_on) : "", to: end_on ? formatDate(end_on) : "" };
      if (start_on && end_on) return t("period.both", days);
      if (start_on) return t("period.from", days);
      return end_on ? t("period.until", days) : t("period.open");
    },
  };
}

/** Amounts of several currencies; a dash for none. */
export const amountsText = (amounts: DealFigures["spend"]): string =>
  amounts.length === 0 ? "–" : amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(", ");
