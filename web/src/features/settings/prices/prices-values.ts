import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { byLanguage, type Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import type { CallResult } from "../../../api/api.ts";
import { apiSteps, typedSteps } from "./typed-bonus.ts";
import {
  amountIn,
  apiAmounts,
  apiCurrencies,
  type Figures,
  figuresIn,
  numberOf,
  type PricedPlan,
  type TypedCurrency,
  typedCurrencies,
} from "./typed-currencies.ts";

type Current = CallResult<"showOperatorSettings">["prices"];
type Body = CallInput<Endpoints["changePrices"]>["body"];
type PlanBody = Body["settings"]["plans"]["starter"];

export const discountKinds = ["none", "percent", "amount"] as const;

/** A discount as typed; its fields stay while none is chosen. */
export type TypedDiscount = {
  kind: (typeof discountKinds)[number];
  percent: string;
  amount_per_month: string;
  /** The amount in currencies with prices of their own, by code. */
  own_amounts: Partial<Record<Currency, string>>;
  first_on: string;
  last_on: string;
  label: Record<Language, string>;
  first_purchase_only: boolean;
  introductory: boolean;
};
type TypedPlan = { price_per_month: string; term_months: string; discount: TypedDiscount };

/** What a plan includes, as typed. */
type TypedBenefits = { custom_banners: string; texts: Current["settings"]["plan_benefits"]["starter"]["texts"] };

/** The price list as typed. */
export type PriceValues = {
  version: number;
  note: string;
  settings: {
    currencies: TypedCurrency[];
    elsewhere: Currency;
    plans: Record<PricedPlan, TypedPlan>;
    plan_benefits: Record<PricedPlan, TypedBenefits>;
    banner_set: string;
    minimum_top_up: string;
    /** An amount and a percentage on each line: `1000 3`. */
    volume_bonus: string;
  };
};

/** A discount in the format of the API; null where none is chosen. */
export const discountOf = (
  { kind, percent, amount_per_month, own_amounts, ...terms }: TypedDiscount,
  typed: TypedCurrency[],
): PlanBody["discount"] =>
  kind === "none"
    ? null
    : {
        ...terms,
        percent: kind === "percent" ? numberOf(percent) : null,
        amount_per_month:
          kind === "amount" ? apiAmounts(typed, amount_per_month, ({ code }) => own_amounts[code] ?? "") : null,
      };

export function bodyOf({ version, note, settings }: PriceValues): Body {
  const { currencies: typed } = settings;
  const figure = (shared: string, name: keyof Figures) => apiAmounts(typed, shared, ({ own }) => own[name]);
  const planOf = (plan: PricedPlan): PlanBody => ({
    price_per_month: figure(settings.plans[plan].price_per_month, plan),
    term_months: numberOf(settings.plans[plan].term_months),
    discount: discountOf(settings.plans[plan].discount, typed),
  });
  const benefitsOf = (plan: PricedPlan) => {
    const { custom_banners, texts } = settings.plan_benefits[plan];
    return { custom_banners: numberOf(custom_banners), texts };
  };
  return {
    version,
    note,
    settings: {
      currencies: apiCurrencies(typed, settings.elsewhere),
      cpm: Object.fromEntries(typed.map(({ code, cpm }) => [code, numberOf(cpm)])),
      plans: { starter: planOf("starter"), standard: planOf("standard"), advanced: planOf("advanced") },
      plan_benefits: {
        starter: benefitsOf("starter"),
        standard: benefitsOf("standard"),
        advanced: benefitsOf("advanced"),
      },
      banner_set: figure(settings.banner_set, "banner_set"),
      minimum_top_up: figure(settings.minimum_top_up, "minimum_top_up"),
      volume_bonus: apiSteps(settings.volume_bonus, typed),
    },
  };
}

const noDiscount: TypedDiscount = {
  kind: "none",
  percent: "",
  amount_per_month: "",
  own_amounts: {},
  first_on: "",
  last_on: "",
  label: byLanguage(() => ""),
  first_purchase_only: false,
  introductory: false,
};

function typedDiscount(
  discount: Current["settings"]["plans"]["starter"]["discount"],
  typed: TypedCurrency[],
): TypedDiscount {
  if (!discount) return noDiscount;
  const { percent, amount_per_month: amounts } = discount;
  const shown = (code: Currency | undefined): string =>
    amounts === null || code === undefined ? "" : String(amountIn(amounts, code) ?? "");
  const own = typed.filter(({ hasOwn }) => hasOwn).map(({ code }) => [code, shown(code)]);
  return {
    ...discount,
    kind: percent === null ? "amount" : "percent",
    percent: String(percent ?? ""),
    amount_per_month: shown(typed.find(({ hasOwn }) => !hasOwn)?.code),
    own_amounts: Object.fromEntries(own),
  };
}

/** The stored price list as it is typed. */
export function typedPrices({ version, settings }: Current): PriceValues {
  const typed = typedCurrencies(settings);
  const shared = figuresIn(settings, typed[0]?.code ?? settings.currencies.elsewhere);
  const planOf = (plan: PricedPlan): TypedPlan => ({
    price_per_month: shared[plan],
    term_months: String(settings.plans[plan].term_months),
    discount: typedDiscount(settings.plans[plan].discount, typed),
  });
  const benefitsOf = (plan: PricedPlan): TypedBenefits => {
    const { custom_banners, texts } = settings.plan_benefits[plan];
    return { custom_banners: String(custom_banners), texts };
  };
  return {
    version,
    note: "",
    settings: {
      currencies: typed,
      elsewhere: settings.currencies.elsewhere,
      plans: { starter: planOf("starter"), standard: planOf("standard"), advanced: planOf("advanced") },
      plan_benefits: {
        starter: benefitsOf("starter"),
        standard: benefitsOf("standard"),
        advanced: benefitsOf("advanced"),
      },
      banner_set: shared.banner_set,
      minimum_top_up: shared.minimum_top_up,
      volume_bonus: typedSteps(settings.volume_bonus, typed),
    },
  };
}
