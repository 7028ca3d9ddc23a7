import { formatMinor, moneyText } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import { t } from "../texts.ts";
import { formatCount, formatRate, formatViewability } from "./printed-format.ts";
import type { PrintedReport, PrintedRow } from "./printed-report.ts";

/** A key figure with what it means. */
export type Tile = { label: string; value: string; detail: string };

/**
 * The metrics of a row: impressions, viewability, clicks and CTR; conversions if they are measured and known of the group;
 * spend unless costs are hidden.
 */
export function metricFigures({ lang, showsCosts, totals }: PrintedReport, knowsConversions = true) {
  const figures: { header: string; cell: (row: PrintedRow) => string }[] = [
    { header: t(lang, "pdf.impressions"), cell: (row) => formatCount(row.impressions) },
    { header: t(lang, "pdf.column.visibility"), cell: formatViewability },
    { header: t(lang, "pdf.clicks"), cell: (row) => formatCount(row.clicks) },
    { header: t(lang, "pdf.ctr"), cell: (row) => formatRate(row.ctr, 2) },
  ];
  if (knowsConversions && totals.conversions !== null) {
    figures.push({
      header: t(lang, "pdf.conversions"),
      cell: ({ conversions }) => (conversions === null ? "–" : formatCount(conversions)),
    });
  }
  if (showsCosts && totals.currency !== null) {
    const header = t(lang, "pdf.column.spend", { currency: totals.currency });
    figures.push({ header, cell: (row) => (row.spend === null ? "–" : formatMinor(row.spend)) });
  }
  return figures;
}

/** The key figures of a report, each with what it means. */
export function tilesOf({ lang, totals, reach, showsCosts, campaigns }: PrintedReport): Tile[] {
  const { impressions } = totals;
  const measured = t(lang, "pdf.tile.measured", { rate: formatRate(totals.measured_rate) });
  const guaranteed = t(lang, "pdf.tile.guaranteed", { percent: visibility.guaranteed });
  return [
    { label: t(lang, "pdf.impressions"), value: formatCount(impressions), detail: t(lang, "pdf.tile.impressions") },
    {
      label: t(lang, "pdf.visibility"),
      value: formatViewability(totals),
      detail: impressions > 0 ? `${guaranteed}\n${measured}` : guaranteed,
    },
    { label: t(lang, "pdf.clicks"), value: formatCount(totals.clicks), detail: t(lang, "pdf.tile.clicks") },
    {
      label: t(lang, "pdf.ctr"),
      value: impressions === 0 ? "–" : formatRate(totals.ctr, 2),
      detail: t(lang, "pdf.tile.ctr"),
    },
    ...conversionTiles(lang, totals, showsCosts),
    ...(showsCosts ? moneyTiles(lang, totals, campaigns === null) : []),
    ...(reach === null
      ? []
      : [
          { label: t(lang, "pdf.reach"), value: formatCount(reach.reached), detail: t(lang, "pdf.tile.reach") },
          {
            label: t(lang, "pdf.frequency"),
            value: reach.reached === 0 ? "–" : reach.frequency.toFixed(2),
            detail: t(lang, "pdf.tile.frequency"),
          },
        ]),
  ];
}

/** What the ads brought, with the value of the orders unless costs are hidden; nothing where it is not measured. */
function conversionTiles(
  lang: PrintedReport["lang"],
  { conversions, conversion_rate, conversion_value, currency }: PrintedReport["totals"],
  showsCosts: boolean,
): Tile[] {
  if (conversions === null) return [];
  const lines: string[] = [];
  if (conversion_rate !== null) lines.push(t(lang, "pdf.tile.ofClicks", { rate: formatRate(conversion_rate, 2) }));
  if (showsCosts && conversion_value && currency)
    lines.push(t(lang, "pdf.tile.orders", { amount: moneyText(conversion_value, currency) }));
  return [{ label: t(lang, "pdf.conversions"), value: formatCount(conversions), detail: lines.join("\n") }];
}

/** Spend of the period and the rest of the budgets, as the dashboard shows them; other currencies in the detail. */
function moneyTiles(
  lang: PrintedReport["lang"],
  { spend, currency, budgets, cost_per_conversion: cost }: PrintedReport["totals"],
  isOfOne: boolean,
): Tile[] {
  const [budget, ...others] = budgets;
  if (!budget) return [];
  const besides = (key: "effective_budget" | "remaining_budget"): string =>
    others.length === 0
      ? ""
      : `\n${t(lang, "pdf.tile.besides", { amounts: others.map((each) => moneyText(each[key], each.currency)).join(", ") })}`;
  const spent = spend ?? budget.effective_budget;
  const perConversion =
    cost === null || currency === null
      ? ""
      : `\n${t(lang, "pdf.tile.perConversion", { amount: moneyText(cost, currency) })}`;
  return [
    {
      label: t(lang, "pdf.spend"),
      value: formatMinor(spent),
      detail: `${currency ?? budget.currency}${spend === null ? besides("effective_budget") : perConversion}`,
    },
    {
      label: t(lang, isOfOne ? "pdf.remainingOfOne" : "pdf.remaining"),
      value: formatMinor(budget.remaining_budget),
      detail: `${t(lang, "pdf.tile.budget", { amount: moneyText(budget.budget, budget.currency) })}${besides("remaining_budget")}`,
    },
  ];
}
