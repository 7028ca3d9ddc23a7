import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { brandImageForm } from "../kernel/form-limits.ts";
import { pageMeta } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { instantSchema, languageSchema } from "../kernel/validation.ts";
import { byRole, visitor } from "../kernel/who.ts";
import { publishersSchema } from "./ad-tag-sites.ts";
import { campaignDefaultsSchema } from "./campaign-defaults.ts";
import { companySchema } from "./company.ts";
import { legalDocuments, legalSchema, legalTextSchema } from "./legal-texts.ts";
import { brandImageHash, brandSchema, languagesSchema, ratesSchema, settingsSections } from "./operator-settings.ts";
import { ownFormatsSchema } from "./own-formats.ts";
import { payoutTermsSchema } from "./payout-terms.ts";
import { pricesSchema } from "./price-list.ts";
import { reviewPolicySchema } from "./review-policy.ts";
import { siteContentSchema } from "./site-content.ts";
import { thirdPartySchema } from "./third-party-hosts.ts";

const operators = byRole({ super_admin: "all" });
const tag = "Operator settings";

const version = z.int().nonnegative();
const section = z.enum(settingsSections);
/** A change names the version it is based on, so that two people do not overwrite each other, and its reason. */
const change = { version, note: line({ max: 200 }) };

export const brandChangeSchema = z.strictObject({ ...change, settings: brandSchema });
export const companyChangeSchema = z.strictObject({ ...change, settings: companySchema });
export const pricesChangeSchema = z.strictObject({ ...change, settings: pricesSchema });
/** Rates entered by hand: their source is known. */
export const ratesChangeSchema = z.strictObject({ ...change, settings: ratesSchema.omit({ source: true }) });

export const languagesChangeSchema = z.strictObject({ ...change, settings: languagesSchema });

export const publishersChangeSchema = z.strictObject({ ...change, settings: publishersSchema });

export const payoutTermsChangeSchema = z.strictObject({ ...change, settings: payoutTermsSchema });
export const formatsChangeSchema = z.strictObject({ ...change, settings: ownFormatsSchema });
export const thirdPartyChangeSchema = z.strictObject({ ...change, settings: thirdPartySchema });
export const reviewPolicyChangeSchema = z.strictObject({ ...change, settings: reviewPolicySchema });
export const campaignDefaultsChangeSchema = z.strictObject({ ...change, settings: campaignDefaultsSchema });
export const siteContentChangeSchema = z.strictObject({ ...change, settings: siteContentSchema });

export const legalChangeSchema = z.strictObject({ ...change, settings: legalSchema });

/** The current settings; version 0 is the configuration. */
const currentSchema = z.object({
  brand: z.object({ version, settings: brandSchema }),
  company: z.object({ version, settings: companySchema }),
  prices: z.object({ version, settings: pricesSchema }),
  rates: z.object({ version, settings: ratesSchema }),
  languages: z.object({ version, settings: languagesSchema }),
  legal: z.object({ version, settings: legalSchema }),
  publishers: z.object({ version, settings: publishersSchema }),
  payouts: z.object({ version, settings: payoutTermsSchema }),
  formats: z.object({ version, settings: ownFormatsSchema }),
  third_party: z.object({ version, settings: thirdPartySchema }),
  review: z.object({ version, settings: reviewPolicySchema }),
  campaigns: z.object({ version, settings: campaignDefaultsSchema }),
  site: z.object({ version, settings: siteContentSchema }),
});

const versionSchema = z.object({
  version: z.int().positive(),
  changed_at: instantSchema,
  /** Name of the person, or of the job; null: the command line. */
  changed_by: z.string().nullable(),
  /** Whether a job changed it, such as the daily exchange rates. */
  is_automatic: z.boolean(),
  note: z.string(),
  /** The version that this one repeats. */
  restored_from: z.int().nonnegative().nullable(),
  /** The changed fields with their values before and after. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type SettingsVersion = z.infer<typeof versionSchema>;

export const operatorSettingsEndpoints = {
  showOperatorSettings: endpoint({
    method: "GET",
    path: "/settings/operator",
    tag,
    summary: "The operator's current settings",
    who: operators,
    output: currentSchema,
  }),
  changeBrand: endpoint({
    method: "PUT",
    path: "/settings/operator/brand",
    tag,
    summary: "Changes name, sender, logos and color: a new version, effective at once",
    who: operators,
    body: brandChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeCompany: endpoint({
    method: "PUT",
    path: "/settings/operator/company",
    tag,
    summary: "Changes the company on invoices and in the imprint, and VAT rates; issued invoices keep theirs",
    who: operators,
    body: companyChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changePrices: endpoint({
    method: "PUT",
    path: "/settings/operator/prices",
    tag,
    summary: "Changes the price list: a new version for new bookings and campaigns; started campaigns keep their price",
    who: operators,
    body: pricesChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeRates: endpoint({
    method: "PUT",
    path: "/settings/operator/rates",
    tag,
    summary: "Sets exchange rates by hand: a new version, until the next daily rates",
    who: operators,
    body: ratesChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeLanguages: endpoint({
    method: "PUT",
    path: "/settings/operator/languages",
    tag,
    summary: "Sets which languages are offered, in the order of selectors: a new version, effective at once",
    who: operators,
    body: languagesChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeLegal: endpoint({
    method: "PUT",
    path: "/settings/operator/legal",
    tag,
    summary:
      "Changes terms, privacy and imprint; with the next `terms_edition` every customer must accept the terms again",
    who: operators,
    body: legalChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changePublishers: endpoint({
    method: "PUT",
    path: "/settings/operator/publishers",
    tag,
    summary: "Sets the sites on which the ad tag shows ads: a new version, effective within a second",
    who: operators,
    body: publishersChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changePayoutTerms: endpoint({
    method: "PUT",
    path: "/settings/operator/payouts",
    tag,
    summary:
      "Sets the smallest payouts of publishers by month, and after how many days in transit a payout is reported: a new version; issued statements stay",
    who: operators,
    body: payoutTermsChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeFormats: endpoint({
    method: "PUT",
    path: "/settings/operator/formats",
    tag,
    summary:
      "Sets the banner sizes offered besides the built-in ones: a new version; campaigns keep the sizes that they use",
    who: operators,
    body: formatsChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeThirdPartyHosts: endpoint({
    method: "PUT",
    path: "/settings/operator/third-party",
    tag,
    summary:
      "Sets the hosts from which third-party tags may load, with their subdomains: a new version; served tags follow within a second",
    who: operators,
    body: thirdPartyChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeReviewSettings: endpoint({
    method: "PUT",
    path: "/settings/operator/review",
    tag,
    summary: "Sets what staff review before it runs: a new version; running campaigns go on",
    who: operators,
    body: reviewPolicyChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeCampaignDefaults: endpoint({
    method: "PUT",
    path: "/settings/operator/campaigns",
    tag,
    summary: "Sets frequency caps and what new campaigns start with: a new version; caps apply within a second",
    who: operators,
    body: campaignDefaultsChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  changeSiteContent: endpoint({
    method: "PUT",
    path: "/settings/operator/site",
    tag,
    summary: "Sets the sections and texts of the landing page: a new version, effective at once",
    who: operators,
    body: siteContentChangeSchema,
    output: currentSchema,
    errors: ["conflict"],
  }),
  showBuiltInBenefits: endpoint({
    method: "GET",
    path: "/settings/operator/benefits/built-in",
    tag,
    summary: "What the cards of plans list in a language where the operator has written nothing",
    who: operators,
    query: z.object({ language: languageSchema }),
    output: z.object({ TARGETING: z.array(z.string()), HTML5: z.array(z.string()) }),
  }),
  showBuiltInLegalText: endpoint({
    method: "GET",
    path: "/settings/operator/legal/built-in",
    tag,
    summary: "A built-in legal text as Markdown with its placeholders, to start from",
    who: operators,
    query: z.object({ document: z.enum(legalDocuments), language: languageSchema }),
    output: z.object({ text: z.string() }),
  }),
  previewLegalText: endpoint({
    method: "POST",
    path: "/settings/operator/legal/preview",
    tag,
    summary: "The page that a legal text makes, as an HTML document without scripts",
    who: operators,
    body: z.strictObject({ document: z.enum(legalDocuments), language: languageSchema, text: legalTextSchema }),
    output: z.object({ html: z.string() }),
  }),
  listSettingsVersions: endpoint({
    method: "GET",
    path: "/settings/operator/:section/versions",
    tag,
    summary: "The versions of a part of the settings, the newest first",
    who: operators,
    params: z.object({ section }),
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(15),
    }),
    output: z.object({ data: z.array(versionSchema), meta: pageMeta }),
  }),
  restoreSettings: endpoint({
    method: "POST",
    path: "/settings/operator/:section/restore",
    tag,
    summary: "Repeats an earlier version as a new one; 0 restores the configuration",
    who: operators,
    params: z.object({ section }),
    body: z.strictObject({ ...change, restore: version }),
    output: currentSchema,
    errors: ["not_found", "conflict"],
  }),
  uploadBrandImage: endpoint({
    method: "POST",
    path: "/settings/operator/images",
    tag,
    summary: "Stores a PNG or SVG up to 2 MB as PNG, for use in the brand; the response names it",
    who: operators,
    multipart: brandImageForm,
    output: z.object({ image: brandImageHash, url: z.string(), width: z.int(), height: z.int() }),
    status: 201,
  }),
  showBrandImage: endpoint({
    method: "GET",
    path: "/site/images/:image",
    tag: "Site",
    summary: "An image of the operator's brand; its content never changes",
    who: visitor,
    params: z.object({ image: brandImageHash }),
    output: { file: ["image/png"] },
    errors: ["not_found"],
  }),
};
