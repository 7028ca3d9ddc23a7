import type { Plan, PlanId } from "@litfass/contract/billing/billing";
import { termText } from "@litfass/contract/billing/term-text";
import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import { benefitLines as linesOf } from "@litfass/contract/settings/plan-benefits";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";
import { textIn } from "../invoices/invoice.ts";
import { t, textsOf } from "../texts.ts";
import { allPlans, type Booked, type PlanFigures } from "./plan.ts";
import { type Buyer, type PlanPrice, planPrice } from "./plan-price.ts";

/** Names of the plans, the same in every language. */
export const planNames: Record<PlanId, string> = { starter: "Starter", standard: "Standard", advanced: "Advanced" };

/** The name of a booked plan on invoices and in lists. */
export const bookingName = ({ plan, months }: Booked, language: Language): string =>
  t(language, "plan.booking", { plan: planNames[plan], term: termText(months, language) });

/** 60000 → 60'000. */
const count = (value: number): string => formatMinor(value * 100).slice(0, -3);
/** Whole units without the `.00`: 1'500. */
const price = (minor: number): string => formatMinor(minor).replace(/\.00$/, "");

/** What plan cards list in a language until the operator writes lines of their own. */
export function builtInBenefits(language: Language): Pick<Plan["benefits"], "TARGETING" | "HTML5"> {
  const texts = textsOf(language, "plan");
  return {
    TARGETING: [
      texts("targeting.places"),
      texts("targeting.people"),
      texts("targeting.devices"),
      texts("targeting.topics"),
      texts("targeting.audiences"),
    ],
    HTML5: [texts("banners.formats"), texts("banners.templates")],
  };
}

/** The three lists of a plan card, in the operator's words where there are any (UI-PLAN-011). */
function benefitsOf(
  plan: PlanFigures,
  language: Language,
  { label, cpm, plan_benefits }: CurrencyPrices,
): Plan["benefits"] {
  const texts = textsOf(language, "plan");
  const booking = count(plan.impressionsPerBooking);
  const month = count(plan.impressionsPerMonth);
  const { custom_banners: banners, texts: own } = plan_benefits[plan.id];
  const listed = own[language];
  const builtIn = builtInBenefits(language);
  const ownOrBuiltIn = (list: "TARGETING" | "HTML5"): string[] => {
    const written = linesOf(listed[list]);
    return written.length > 0 ? written : builtIn[list];
  };
  return {
    KPI: [
      texts("kpi.impressions", { booking, month, term: termText(plan.termMonths, language) }),
      texts("kpi.price", { currency: label, cpm: price(cpm) }),
      texts("kpi.visibility", { percent: visibility.guaranteed }),
      ...linesOf(listed.KPI),
    ],
    TARGETING: ownOrBuiltIn("TARGETING"),
    HTML5: [...ownOrBuiltIn("HTML5"), ...(banners > 0 ? [texts("banners.custom", { count: banners, banners })] : [])],
  };
}

function presentPrice(planned: PlanPrice, months: number, language: Language) {
  const { minor } = planned;
  return {
    term_months: months,
    price: minor * months,
    price_per_month: minor,
    price_formatted: price(minor * months),
    price_per_month_formatted: price(minor),
    discount: presentReduction(planned, months, language),
  };
}

/** Why a plan costs less than its list price, in the format of the API. */
function presentReduction(
  { listMinor, minor, reduction }: PlanPrice,
  months: number,
  language: Language,
): Plan["discount"] {
  if (!reduction || reduction.terms.kind === "volume") return null;
  const { kind, texts, percent, firstPurchaseOnly } = reduction.terms;
  const list = listMinor * months;
  return {
    kind,
    label: textIn(texts, language),
    percent,
    amount: list - minor * months,
    list_price: list,
    list_price_per_month: listMinor,
    list_price_formatted: price(list),
    list_price_per_month_formatted: price(listMinor),
    last_on: reduction.lastOn,
    first_purchase_only: firstPurchaseOnly,
  };
}

/**
 * The plans in the format of the API, in one language, at a buyer's prices. A discounted plan buys as many impressions.
 */
export const presentPlans = (language: Language, prices: CurrencyPrices, buyer: Buyer): Plan[] =>
  allPlans(prices).map((plan) => ({
    id: plan.id,
    name: planNames[plan.id],
    image: `/plans/${plan.id}.svg`,
    currency_label: prices.label,
    ...presentPrice(planPrice(plan.id, prices, buyer), plan.termMonths, language),
    impressions_per_month: plan.impressionsPerMonth,
    impressions_per_booking: plan.impressionsPerBooking,
    modal_title: t(language, "plan.order", { plan: planNames[plan.id] }),
    benefits: benefitsOf(plan, language, prices),
  }));
