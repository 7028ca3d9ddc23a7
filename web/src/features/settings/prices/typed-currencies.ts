import { type PlanId, planIds } from "@litfass/contract/billing/billing-shapes";
import { type Currency, currencies } from "@litfass/contract/kernel/money";
import type { CallResult } from "../../../api/api.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { labelOfAll } from "../currency-amounts.ts";

type Settings = CallResult<"showOperatorSettings">["prices"]["settings"];
/** One amount for every currency, or one for each, in the format of the API. */
export type ApiAmounts = Settings["banner_set"];

export const figureNames = [...planIds, "banner_set", "minimum_top_up"] as const;
/** The amounts of the price list, as typed. */
export type Figures = Record<(typeof figureNames)[number], string>;

/** A currency as typed. Those that are not offered keep their prices for the accounts that have them. */
export type TypedCurrency = {
  code: Currency;
  isOffered: boolean;
  /** Codes, separated by commas. */
  countries: string;
  cpm: string;
  /** Whether it has amounts of its own instead of the shared ones. */
  hasOwn: boolean;
  own: Figures;
};

// A text that is no amount fails the contract's check at its field.
export const numberOf = (text: string): number => amountOf(text) ?? Number.NaN;

export const amountIn = (amounts: ApiAmounts, currency: Currency): number | undefined =>
  typeof amounts === "number" ? amounts : amounts[currency];

const shownIn = (amounts: ApiAmounts, currency: Currency): string => String(amountIn(amounts, currency) ?? "");

export const figuresIn = ({ plans, banner_set, minimum_top_up }: Settings, currency: Currency): Figures => ({
  starter: shownIn(plans.starter.price_per_month, currency),
  standard: shownIn(plans.standard.price_per_month, currency),
  advanced: shownIn(plans.advanced.price_per_month, currency),
  banner_set: shownIn(banner_set, currency),
  minimum_top_up: shownIn(minimum_top_up, currency),
});

export const noFigures: Figures = { starter: "", standard: "", advanced: "", banner_set: "", minimum_top_up: "" };

/** The currencies of a price list: those that are offered in their order, then others with prices. */
export function typedCurrencies(settings: Settings): TypedCurrency[] {
  const { offered } = settings.currencies;
  const codes = offered.map(({ currency }) => currency);
  const others = currencies.filter((code) => settings.cpm[code] !== undefined && !codes.includes(code));
  const shared = figuresIn(settings, codes[0] ?? settings.currencies.elsewhere);
  return [...codes, ...others].map((code) => {
    const own = figuresIn(settings, code);
    const hasOwn = figureNames.some((name) => own[name] !== shared[name]);
    return {
      code,
      isOffered: codes.includes(code),
      countries: offered.find(({ currency }) => currency === code)?.countries.join(", ") ?? "",
      cpm: String(settings.cpm[code] ?? ""),
      hasOwn,
      own: hasOwn ? own : noFigures,
    };
  });
}

/** The names of the currencies that share amounts: `CHF/€`. */
export const sharedLabel = (typed: TypedCurrency[]): string =>
  labelOfAll(typed.filter(({ hasOwn }) => !hasOwn).map(({ code }) => code));

/** An amount in the format of the API: one for all, unless a currency has its own. */
export function apiAmounts(
  typed: TypedCurrency[],
  shared: string,
  ownOf: (currency: TypedCurrency) => string,
): ApiAmounts {
  if (typed.every(({ hasOwn }) => !hasOwn)) return numberOf(shared);
  return Object.fromEntries(typed.map((each) => [each.code, numberOf(each.hasOwn ? ownOf(each) : shared)]));
}

export const apiCurrencies = (typed: TypedCurrency[], elsewhere: Currency): Settings["currencies"] => ({
  offered: typed
    .filter(({ isOffered }) => isOffered)
    .map(({ code, countries }) => ({
      currency: code,
      countries: countries
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter((country) => country !== "") as Settings["currencies"]["offered"][number]["countries"],
    })),
  elsewhere,
});

const planPath = /^settings\.plans\.(\w+)\.price_per_month\.([A-Z]{3})$/;
const figurePath = /^settings\.(banner_set|minimum_top_up)\.([A-Z]{3})$/;

/** The form's field for a path of the API. */
export function currencyPath(path: string, typed: TypedCurrency[]): string {
  const rowOf = (code: string | undefined): number => typed.findIndex((each) => each.code === code);
  const own = (name: string, code: string | undefined, shared: string): string => {
    const row = rowOf(code);
    return typed[row]?.hasOwn ? `settings.currencies.${row}.own.${name}` : shared;
  };
  const [, plan, planCode] = planPath.exec(path) ?? [];
  if (plan) return own(plan, planCode, `settings.plans.${plan}.price_per_month`);
  const [, figure, figureCode] = figurePath.exec(path) ?? [];
  if (figure) return own(figure, figureCode, `settings.${figure}`);
  const [, cpmCode] = /^settings\.cpm\.([A-Z]{3})$/.exec(path) ?? [];
  if (cpmCode) return rowOf(cpmCode) < 0 ? "settings.elsewhere" : `settings.currencies.${rowOf(cpmCode)}.cpm`;
  const [, at, field] = /^settings\.currencies\.offered\.(\d+)\.(currency|countries)/.exec(path) ?? [];
  if (at) {
    const row = typed.indexOf(typed.filter(({ isOffered }) => isOffered)[Number(at)] as TypedCurrency);
    return `settings.currencies.${row}.${field === "currency" ? "cpm" : "countries"}`;
  }
  if (path.startsWith("settings.currencies")) return "settings.elsewhere";
  if (/amount_per_month\.[A-Z]{3}$/.test(path)) return path.replace(/\.[A-Z]{3}$/, "");
  // The steps are one field.
  return path.replace(/volume_bonus\..*/, "volume_bonus");
}

export type PricedPlan = PlanId;
export const pricedPlans = planIds;
