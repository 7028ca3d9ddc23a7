import type { Plan, PlanId } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/messages";
import { cpmMinor, formatMinor } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import { allPlans, type PlanFigures } from "./plan.ts";

/** Names of the plans, alike in every language. */
export const planNames: Record<PlanId, string> = { starter: "Starter", standard: "Standard", advanced: "Advanced" };

/** How a booked plan is called on invoices and in lists. */
export const bookingName = (id: PlanId, language: Language): string =>
  language === "de" ? `Paket ${planNames[id]}, 3 Monate` : `${planNames[id]} package, 3 months`;

/** 60000 → 60'000. */
const count = (value: number): string => formatMinor(value * 100).slice(0, -3);
/** Whole units without the `.00`: 1'500. */
const price = (minor: number): string => formatMinor(minor).replace(/\.00$/, "");

const ownBanners: Partial<Record<PlanId, number>> = { advanced: 4 };

/** The three lists of a plan card (UI-PLAN-011). */
function benefitsOf(plan: PlanFigures, language: Language): Plan["benefits"] {
  const booking = count(plan.impressionsPerBooking);
  const month = count(plan.impressionsPerMonth);
  const cpm = price(cpmMinor);
  const banners = ownBanners[plan.id];
  if (language === "de") {
    return {
      KPI: [
        `${booking} Einblendungen in 3 Monaten (${month} im Monat)`,
        `CHF/€ ${cpm} pro 1'000 Einblendungen (CPM)`,
        `Mindestens ${visibility.guaranteed}% Sichtbarkeit, der Rest wird gutgeschrieben`,
      ],
      TARGETING: [
        "Länder, Regionen, Orte, Postleitzahlen und Umkreis",
        "Alter, Geschlecht, Elternschaft und Haushaltseinkommen",
        "Geräte, Browser und Sprachen",
        "Themen, Stichwörter und Listen von Websites",
        "Zielgruppen und Remarketing",
      ],
      HTML5: [
        "Fünf Formate: 994x250, 300x600, 160x600, 300x250, 728x90",
        "Alle Standardvorlagen, ohne Aufpreis",
        ...(banners ? [`${banners} individuelle HTML5-Banner`] : []),
      ],
    };
  }
  return {
    KPI: [
      `${booking} impressions in 3 months (${month} a month)`,
      `CHF/€ ${cpm} per 1'000 impressions (CPM)`,
      `At least ${visibility.guaranteed}% visibility, the shortfall is credited`,
    ],
    TARGETING: [
      "Countries, regions, cities, postal codes and radius",
      "Age, gender, parental status and household income",
      "Devices, browsers and languages",
      "Topics, keywords and lists of sites",
      "Audiences and remarketing",
    ],
    HTML5: [
      "Five formats: 994x250, 300x600, 160x600, 300x250, 728x90",
      "All standard templates at no extra cost",
      ...(banners ? [`${banners} custom HTML5 banners`] : []),
    ],
  };
}

/** The plans as the wire shows them, in a language. */
export const presentPlans = (language: Language): Plan[] =>
  allPlans().map((plan) => ({
    id: plan.id,
    name: planNames[plan.id],
    image: `/plans/${plan.id}.svg`,
    price: plan.priceMinor,
    price_per_month: plan.pricePerMonthMinor,
    price_formatted: price(plan.priceMinor),
    price_per_month_formatted: price(plan.pricePerMonthMinor),
    impressions_per_month: plan.impressionsPerMonth,
    impressions_per_booking: plan.impressionsPerBooking,
    modal_title:
      language === "de" ? `Paket ${planNames[plan.id]} bestellen` : `Order the ${planNames[plan.id]} package`,
    benefits: benefitsOf(plan, language),
  }));
