import type { AlertKind, AlertRule } from "@litfass/contract/reporting/alerts";
import { amountOf } from "../../../i18n/parse-amount.ts";

/** What is typed for each kind of rule; the limits of the others stay while the kind is changed. */
export type AlertValues = {
  kind: AlertKind;
  amount: string;
  ctr: string;
  impressions: string;
  hours: string;
  used: string;
};

export const usualValues: AlertValues = {
  kind: "daily_spend",
  amount: "",
  ctr: "0.05",
  impressions: "5000",
  hours: "6",
  used: "90",
};

export function valuesOf(rule: AlertRule): AlertValues {
  const { kind } = rule;
  switch (kind) {
    case "daily_spend":
      return { ...usualValues, kind, amount: rule.amount.toFixed(2) };
    case "low_ctr":
      return { ...usualValues, kind, ctr: String(rule.percent), impressions: String(rule.impressions) };
    case "silent":
      return { ...usualValues, kind, hours: String(rule.hours) };
    case "budget_used":
      return { ...usualValues, kind, used: String(rule.percent) };
  }
}

const numberOf = (text: string): number => amountOf(text) ?? Number.NaN;

/** The rule that was typed; null if a limit is no number. The server decides about its bounds. */
export function ruleOf(values: AlertValues): AlertRule | null {
  const rule: AlertRule = {
    daily_spend: { kind: "daily_spend" as const, amount: numberOf(values.amount) },
    low_ctr: {
      kind: "low_ctr" as const,
      percent: numberOf(values.ctr),
      impressions: numberOf(values.impressions),
    },
    silent: { kind: "silent" as const, hours: numberOf(values.hours) },
    budget_used: { kind: "budget_used" as const, percent: numberOf(values.used) },
  }[values.kind];
  return Object.values(rule).some(Number.isNaN) ? null : rule;
}
