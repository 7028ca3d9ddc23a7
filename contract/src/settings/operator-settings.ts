import { z } from "zod";
import { defaultLanguage, languages } from "../kernel/language.ts";
import { line, opaque } from "../kernel/text.ts";
import { colorSchema, daySchema, emailSchema, say } from "../kernel/validation.ts";
import { type Publishers, publishersSchema } from "./ad-tag-sites.ts";
import { type CampaignDefaults, campaignDefaultsSchema } from "./campaign-defaults.ts";
import { type Company, companySchema } from "./company.ts";
import { minContrast, textColorOn } from "./contrast.ts";
import { type LegalTexts, legalSchema } from "./legal-texts.ts";
import { type OwnFormats, ownFormatsSchema } from "./own-formats.ts";
import { type PayoutTerms, payoutTermsSchema } from "./payout-terms.ts";
import { type PriceList, pricesSchema } from "./price-list.ts";
import { type ReviewPolicy, reviewPolicySchema } from "./review-policy.ts";
import { type SiteContent, siteContentSchema } from "./site-content.ts";
import { type ThirdParty, thirdPartySchema } from "./third-party-hosts.ts";

/** The parts of the operator's settings; each has its own versions. */
export const settingsSections = [
  "brand",
  "company",
  "prices",
  "rates",
  "languages",
  "legal",
  "publishers",
  "payouts",
  "formats",
  "third_party",
  "review",
  "campaigns",
  "site",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The name of an uploaded brand image: the hash of its content. */
export const brandImageHash = opaque({ max: 64 }).regex(/^[0-9a-f]{64}$/);

/** How the operator appears in the web app, on pages, in mails, documents and ads. */
export const brandSchema = z.strictObject({
  operator_name: line({ max: 60 }),
  /** Display name and address of mails. */
  sender_name: line({ max: 60 }),
  // Also without a dot in the host: an installation on localhost sends from no-reply@localhost.
  sender_address: line({ max: 254 }).regex(/^[^\s@<>"]+@[^\s@<>"]+$/, say("email.invalid")),
  /** For replies to mails and for questions; null: the sender. */
  support_address: emailSchema.nullable(),
  social_links: z.array(line({ max: 2048 }).regex(/^https:\/\/[^\s/.]+\.\S+$/, say("settings.https"))).max(6),
  primary_color: colorSchema
    .toLowerCase()
    .refine((color) => textColorOn(color).contrast >= minContrast, say("settings.contrast")),
  /** Images by hash; null: the operator's name, or the product's mark. */
  logo_light: brandImageHash.nullable(),
  logo_dark: brandImageHash.nullable(),
  mark: brandImageHash.nullable(),
});
export type Brand = z.output<typeof brandSchema>;

/** Where exchange rates come from; `configuration` only while nothing is stored. */
export const rateSources = ["configuration", "ecb", "manual"] as const;

const rateSchema = z.number().positive().max(1_000_000);
/** The value of one Swiss franc in other currencies. */
export const ratesSchema = z.strictObject({
  as_of_on: daySchema,
  source: z.enum(rateSources),
  per_franc: z
    .record(opaque({ max: 3 }).regex(/^[A-Z]{3}$/, say("settings.currency")), rateSchema)
    .refine(({ CHF, EUR }) => CHF === 1 && EUR !== undefined, say("settings.rates"))
    .meta({ examples: [{ CHF: 1, EUR: 1.04 }] }),
});
export type ExchangeRates = z.output<typeof ratesSchema>;

/** The languages that people can choose, in the order of selectors. English is the language of missing texts. */
export const languagesSchema = z.strictObject({
  offered: z
    .array(z.enum(languages))
    .max(languages.length)
    .refine(
      (offered) => offered.includes(defaultLanguage) && new Set(offered).size === offered.length,
      say("settings.languages"),
    )
    .meta({ examples: [["en", "de", "fr"]] }),
});
export type OfferedLanguages = z.output<typeof languagesSchema>;

/** The schema of each section. Stored values are `z.encode`d, so that they read like the API. */
export const settingsSchemas = {
  brand: brandSchema,
  company: companySchema,
  prices: pricesSchema,
  rates: ratesSchema,
  languages: languagesSchema,
  legal: legalSchema,
  publishers: publishersSchema,
  payouts: payoutTermsSchema,
  formats: ownFormatsSchema,
  third_party: thirdPartySchema,
  review: reviewPolicySchema,
  campaigns: campaignDefaultsSchema,
  site: siteContentSchema,
} as const;

export type OperatorSettings = {
  brand: Brand;
  company: Company;
  prices: PriceList;
  rates: ExchangeRates;
  languages: OfferedLanguages;
  legal: LegalTexts;
  publishers: Publishers;
  payouts: PayoutTerms;
  formats: OwnFormats;
  third_party: ThirdParty;
  review: ReviewPolicy;
  campaigns: CampaignDefaults;
  site: SiteContent;
};
