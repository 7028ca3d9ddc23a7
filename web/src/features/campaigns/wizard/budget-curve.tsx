import type { Forecast } from "@litfass/contract/campaigns/forecast";
import { formatAbout, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { HiddenTable } from "../../../ui/charts/hidden-table.tsx";
import text from "../../../ui/layout/text.module.css";
import styles from "./budget-curve.module.css";

type BudgetCurveProps = { curve: Forecast["curve"]; budget: number; currency: string };
const width = 304;
const height = 120;
const base = height - 18;

/** Impressions by budget: a band between the low and the high estimate, with the chosen budget marked. */
export function BudgetCurve({ curve, budget, currency }: BudgetCurveProps) {
  const { t } = useTranslation("campaigns");
  const last = curve.at(-1);
  if (!last || last.budget === 0 || last.impressions.high === 0) return null;
  const x = (amount: number) => (amount / last.budget) * width;
  const y = (impressions: number) => base - (impressions / last.impressions.high) * (base - 14);
  const point = (amount: number, impressions: number) => `${x(amount).toFixed(1)},${y(impressions).toFixed(1)}`;
  const upper = curve.map((each) => point(each.budget, each.impressions.high));
  const lower = curve.map((each) => point(each.budget, each.impressions.low)).reverse();
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <span className={text.label}>{t("forecast.curve")}</span>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.curve} aria-hidden="true">
        <polygon points={[...upper, ...lower].join(" ")} className={styles.band} />
        <polyline points={upper.join(" ")} className={styles.line} />
        <line x1="0" x2={width} y1={base} y2={base} className={styles.axis} />
        {budget > 0 && budget <= last.budget && (
          <line x1={x(budget)} x2={x(budget)} y1="8" y2={base} className={styles.chosen} />
        )}
        <text x="0" y={height - 4}>
          {money(0)}
        </text>
        <text x={width} y={height - 4} textAnchor="end">
          {money(last.budget)}
        </text>
        <text x="0" y="10">
          {formatAbout(last.impressions.high)}
        </text>
      </svg>
      <HiddenTable
        caption={t("forecast.curve")}
        headers={[t("field.budget"), t("forecast.impressions")]}
        rows={curve.map((each) => [
          money(each.budget),
          t("forecast.range", { low: formatNumber(each.impressions.low), high: formatNumber(each.impressions.high) }),
        ])}
      />
    </>
  );
}
