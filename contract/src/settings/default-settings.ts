import type { CurrencyRates } from "../kernel/currency-rates.ts";
import { byLanguage, type Language } from "../kernel/language.ts";
import type { Company } from "./company.ts";
import { defaultBenefits, defaultTermMonths } from "./default-benefits.ts";
import { defaultCampaigns } from "./default-campaigns.ts";
import { defaultCurrencies } from "./default-currencies.ts";
import { defaultPayouts } from "./default-payouts.ts";
import { demoCompany } from "./demo-company.ts";
import type { LegalTexts } from "./legal-texts.ts";
import type { Brand, OperatorSettings } from "./operator-settings.ts";
import type { PriceList } from "./price-list.ts";
import type { ReviewPolicy } from "./review-policy.ts";
import type { SiteContent } from "./site-content.ts";

/** The languages that an installation offers until its operator chooses others (CONST-034). */
export const defaultLanguages: readonly Language[] = ["en", "de"];

/** The name of an installation whose operator has not chosen one. */
export const productName = "Litfass";
/** The primary color of the design (CONST-037). */
export const productColor = "#338cf5";

/** Price of a thousand impressions in minor units: 25 CPM (CONST-001). */
export const defaultCpmMinor = 2_500;

export const defaultBannerSetMinor = 150_000;
// Smaller than what card processors charge: nothing is refused until the operator sets more.
export const defaultMinimumTopUpMinor = 1;

/** The price list until the operator changes it (CONST-001, CONST-011 to CONST-013, CONST-017). */
export const defaultPrices: PriceList = {
  currencies: defaultCurrencies,
  cpm: { CHF: defaultCpmMinor, EUR: defaultCpmMinor },
  plans: {
    starter: { price_per_month: 50_000, term_months: defaultTermMonths, discount: null },
    standard: { price_per_month: 150_000, term_months: defaultTermMonths, discount: null },
    advanced: { price_per_month: 450_000, term_months: defaultTermMonths, discount: null },
  },
  plan_benefits: defaultBenefits,
  banner_set: defaultBannerSetMinor,
  minimum_top_up: defaultMinimumTopUpMinor,
  volume_bonus: [],
};

const noText = byLanguage(() => "");

/** The built-in texts, of which every account accepted the first edition. */
export const defaultLegal: LegalTexts = {
  terms: noText,
  privacy: noText,
  imprint: noText,
  terms_edition: 1,
  terms_changes: noText,
};

/** In production, staff see what a new customer starts first and where running campaigns newly lead. */
export const defaultReview = (production: boolean): ReviewPolicy => ({
  first_campaigns: production ? 1 : 0,
  own_files: production,
  destination_changes: production,
  reviewed_lines: [
    "adult",
    "alcohol",
    "cannabis",
    "crypto",
    "dating",
    "gambling",
    "pharma",
    "politics",
    "tobacco",
    "weapons",
  ],
  refused_lines: [],
  refused_countries: [],
});

/** Every section with the built-in texts. */
export const defaultSite: SiteContent = {
  sections: {
    why: true,
    how: true,
    try: true,
    prices: true,
    stories: true,
    case: true,
    help: true,
    faq: true,
    about: true,
  },
  texts: byLanguage(() => ({ headline: "", lead: "", about: "", stories: "" })),
};

/** The brand of the configuration. MAIL_FROM gives the operator's name, or else it is the product's. */
export function defaultBrand(configured: { mailFrom: string; mailReplyTo: string | null }): Brand {
  const { name, address } = senderOf(configured.mailFrom);
  return {
    operator_name: name || productName,
    sender_name: name || productName,
    sender_address: address,
    support_address: configured.mailReplyTo,
    social_links: [],
    primary_color: productColor,
    logo_light: null,
    logo_dark: null,
    mark: null,
  };
}

/** The settings of an installation whose operator has changed nothing: those of its configuration. */
export function defaultSettings(configured: {
  mailFrom: string;
  mailReplyTo: string | null;
  production: boolean;
  currencyRates: CurrencyRates;
  /** Missing in processes that issue no invoices. */
  company?: Company;
}): OperatorSettings {
  const { asOfOn, perFranc } = configured.currencyRates;
  return {
    brand: defaultBrand(configured),
    company: configured.company ?? demoCompany,
    prices: defaultPrices,
    rates: { as_of_on: asOfOn, source: "configuration", per_franc: { ...perFranc, CHF: 1, EUR: perFranc.EUR ?? 1 } },
    languages: { offered: [...defaultLanguages] },
    legal: defaultLegal,
    publishers: { sites: [] },
    payouts: defaultPayouts,
    formats: { sizes: [] },
    third_party: { hosts: [] },
    review: defaultReview(configured.production),
    campaigns: defaultCampaigns,
    site: defaultSite,
  };
}

/** The parts of `Name <address>`, the format of MAIL_FROM. */
function senderOf(mailFrom: string): { name: string; address: string } {
  const at = mailFrom.indexOf("<");
  if (at < 0) return { name: "", address: mailFrom.trim() };
  const name = mailFrom.slice(0, at).replaceAll('"', "").trim();
  return {
    name,
    address: mailFrom
      .slice(at + 1)
      .replace(">", "")
      .trim(),
  };
}
