import { defaultLanguage, isLanguage, languages } from "@litfass/contract/kernel/language";
import { amountOfMinor } from "@litfass/contract/kernel/money";
import type { CampaignDefaults } from "@litfass/contract/settings/campaign-defaults";
import type { Company } from "@litfass/contract/settings/company";
import { defaultCampaigns } from "@litfass/contract/settings/default-campaigns";
import { defaultPayouts } from "@litfass/contract/settings/default-payouts";
import {
  defaultBannerSetMinor,
  defaultLegal,
  defaultMinimumTopUpMinor,
  defaultPrices,
  defaultReview,
} from "@litfass/contract/settings/default-settings";
import {
  type OperatorSettings,
  type SettingsSection,
  settingsSchemas,
  settingsSections,
} from "@litfass/contract/settings/operator-settings";
import type { OwnFormats } from "@litfass/contract/settings/own-formats";
import type { PayoutTerms } from "@litfass/contract/settings/payout-terms";
import type { PriceList } from "@litfass/contract/settings/price-list";
import type { ReviewPolicy } from "@litfass/contract/settings/review-policy";
import { isProduction } from "../installation/installation-sql.ts";
import type { Executor } from "../postgres/postgres.ts";
import { findVersionAt, listCurrent } from "./settings-sql.ts";

/** Fields that earlier releases did not store, with the values that applied then. */
const laterFields: Partial<Record<SettingsSection, object>> = {
  prices: {
    banner_set: amountOfMinor(defaultBannerSetMinor),
    minimum_top_up: amountOfMinor(defaultMinimumTopUpMinor),
  },
  review: { refused_countries: [] },
  campaigns: { spend_breakdown: defaultCampaigns.spend_breakdown },
};

/**
 * The value with empty texts in the languages that its texts lack, at any depth: versions that were stored before a
 * language was added do not have it.
 */
function withEveryLanguage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withEveryLanguage);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withEveryLanguage(field)] as const);
  const isByLanguage = Object.hasOwn(value, defaultLanguage) && fields.every(([name]) => isLanguage(name));
  if (!isByLanguage) return Object.fromEntries(fields);
  const empty = emptyLike(Object.fromEntries(fields)[defaultLanguage]);
  return { ...Object.fromEntries(languages.map((language) => [language, empty])), ...Object.fromEntries(fields) };
}

/** An empty text, or an object of them. */
const emptyLike = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, emptyLike(field)]))
    : "";

/** Settings of a section in the API's format, as values of the application. @throws ZodError if they do not fit. */
export const parseSection = <Section extends SettingsSection>(
  section: Section,
  stored: unknown,
): OperatorSettings[Section] =>
  settingsSchemas[section].parse({
    ...laterFields[section],
    ...(withEveryLanguage(stored) as object),
  }) as OperatorSettings[Section];

/** Settings of a section in the format in which they are stored, which is the API's. */
export function encodeSection<Section extends SettingsSection>(
  section: Section,
  settings: OperatorSettings[Section],
): Record<string, unknown> {
  return settingsSchemas[section].encode(settings as never);
}

export type CurrentSettings = { settings: OperatorSettings; versions: Record<SettingsSection, number> };

/** The current settings: of each section the newest version, or its default. Version 0 is the default. */
export async function readSettings(db: Executor, defaults: OperatorSettings): Promise<CurrentSettings> {
  const current: CurrentSettings = {
    settings: { ...defaults },
    versions: Object.fromEntries(settingsSections.map((section) => [section, 0])) as Record<SettingsSection, number>,
  };
  for (const { section, version, settings } of await listCurrent(db)) {
    // During an update, a newer release may already have stored a section that this one does not have.
    if (!Object.hasOwn(settingsSchemas, section)) continue;
    Object.assign(current.settings, { [section]: parseSection(section, settings) });
    current.versions[section] = version;
  }
  return current;
}

/**
 * The price list at this moment. Read it in the transaction that sells something: another process may have changed it
 * a moment ago.
 */
export async function findPrices(db: Executor): Promise<PriceList> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "prices");
  return stored ? parseSection("prices", stored.settings) : defaultPrices;
}

/** The operator's own banner sizes, read in the transaction that offers them. */
export async function findFormats(db: Executor): Promise<OwnFormats> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "formats");
  return stored ? parseSection("formats", stored.settings) : { sizes: [] };
}

/** How publishers are paid, for the transaction that issues statements. */
export async function findPayoutTerms(db: Executor): Promise<PayoutTerms> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "payouts");
  return stored ? parseSection("payouts", stored.settings) : defaultPayouts;
}

/** The hosts that third-party tags and trackers may use at this moment. */
export async function findThirdPartyHosts(db: Executor): Promise<readonly string[]> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "third_party");
  return stored ? parseSection("third_party", stored.settings).hosts : [];
}

/** Frequency caps and what campaigns start with at this moment. */
export async function findCampaignDefaults(db: Executor): Promise<CampaignDefaults> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "campaigns");
  return stored ? parseSection("campaigns", stored.settings) : defaultCampaigns;
}

/** The review policy at this moment, for the transaction in which something is submitted. */
export async function findReviewPolicy(db: Executor): Promise<ReviewPolicy> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "review");
  return stored ? parseSection("review", stored.settings) : defaultReview(await isProduction(db));
}

/** The edition of the terms in force, read in the transaction in which somebody accepts it. */
export async function findTermsEdition(db: Executor): Promise<number> {
  const stored = (await listCurrent(db)).find(({ section }) => section === "legal");
  return (stored ? parseSection("legal", stored.settings) : defaultLegal).terms_edition;
}

/**
 * The company and its VAT rates as they were set at a moment, for the transaction that invoices. Earlier moments matter
 * to payments, whose tax was computed when they began.
 */
export async function findCompany(db: Executor, configured: Company, at: Date): Promise<Company> {
  const stored = await findVersionAt(db, "company", at);
  return stored ? parseSection("company", stored.settings) : configured;
}
