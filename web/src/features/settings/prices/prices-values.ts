import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { CallResult } from "../../../api/api.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";

type Current = CallResult<"showOperatorSettings">["prices"];
type Body = CallInput<Endpoints["changePrices"]>["body"];
type PlanBody = Body["settings"]["plans"]["starter"];

export const priceCurrencies = ["CHF", "EUR"] as const;
export const pricedPlans = ["starter", "standard", "advanced"] as const;
export type PricedPlan = (typeof pricedPlans)[number];
export const discountKinds = ["none", "percent", "amount"] as const;

/** A discount as typed; its fields stay while none is chosen. */
export type TypedDiscount = {
  kind: (typeof discountKinds)[number];
  percent: string;
  amount_per_month: string;
  first_on: string;
  last_on: string;
  label: Record<Language, string>;
  first_purchase_only: boolean;
  introductory: boolean;
};
type TypedPlan = { price_per_month: string; discount: TypedDiscount };

/** The price list as typed. */
export type PriceValues = {
  version: number;
  note: string;
  settings: {
    cpm: Record<(typeof priceCurrencies)[number], string>;
    plans: Record<PricedPlan, TypedPlan>;
    banner_set: string;
    minimum_top_up: string;
    /** An amount and a percentage on each line: `1000 3`. */
    volume_bonus: string;
  };
};

// A text that is no amount fails the contract's check at its field.
export const numberOf = (text: string): number => amountOf(text) ?? Number.NaN;

/** A discount in the format of the API; null where none is chosen. */
export const discountOf = ({ kind, percent, amount_per_month, ...terms }: TypedDiscount): PlanBody["discount"] =>
  kind === "none"
    ? null
    : {
        ...terms,
        percent: kind === "percent" ? numberOf(percent) : null,
        amount_per_month: kind === "amount" ? numberOf(amount_per_month) : null,
      };

const planOf = ({ price_per_month, discount }: TypedPlan): PlanBody => ({
  price_per_month: numberOf(price_per_month),
  discount: discountOf(discount),
});

/** The last word of a line is the percentage, because amounts may have spaces. */
const stepOf = (line: string) => {
  const [, amount = "", percent = ""] = /^(.*\S)\s+(\S+?)\s*%?$/.exec(line.trim()) ?? [];
  return { at_least: numberOf(amount), percent: numberOf(percent) };
};

export const bodyOf = ({ version, note, settings }: PriceValues): Body => ({
  version,
  note,
  settings: {
    cpm: { CHF: numberOf(settings.cpm.CHF), EUR: numberOf(settings.cpm.EUR) },
    plans: {
      starter: planOf(settings.plans.starter),
      standard: planOf(settings.plans.standard),
      advanced: planOf(settings.plans.advanced),
    },
    banner_set: numberOf(settings.banner_set),
    minimum_top_up: numberOf(settings.minimum_top_up),
    volume_bonus: settings.volume_bonus
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(stepOf),
  },
});

const noDiscount: TypedDiscount = {
  kind: "none",
  percent: "",
  amount_per_month: "",
  first_on: "",
  last_on: "",
  label: { en: "", de: "", fr: "", it: "" },
  first_purchase_only: false,
  introductory: false,
};

const typedPlan = ({ price_per_month, discount }: Current["settings"]["plans"]["starter"]): TypedPlan => ({
  price_per_month: String(price_per_month),
  discount: discount
    ? {
        ...discount,
        kind: discount.percent === null ? "amount" : "percent",
        percent: String(discount.percent ?? ""),
        amount_per_month: String(discount.amount_per_month ?? ""),
      }
    : noDiscount,
});

/** The stored price list as it is typed. */
export const typedPrices = ({ version, settings }: Current): PriceValues => ({
  version,
  note: "",
  settings: {
    cpm: { CHF: String(settings.cpm.CHF), EUR: String(settings.cpm.EUR) },
    plans: {
      starter: typedPlan(settings.plans.starter),
      standard: typedPlan(settings.plans.standard),
      advanced: typedPlan(settings.plans.advanced),
    },
    banner_set: String(settings.banner_set),
    minimum_top_up: String(settings.minimum_top_up),
    volume_bonus: settings.volume_bonus.map(({ at_least, percent }) => `${at_least} ${percent}`).join("\n"),
  },
});
