import type alerts from "./en/alerts.json";
import type audio from "./en/audio.json";
import type audit from "./en/audit.json";
import type bank from "./en/bank.json";
import type billing from "./en/billing.json";
import type books from "./en/books.json";
import type bulk from "./en/bulk.json";
import type campaignReport from "./en/campaign-report.json";
import type campaigns from "./en/campaigns.json";
import type connections from "./en/connections.json";
import type conversions from "./en/conversions.json";
import type creatives from "./en/creatives.json";
import type customers from "./en/customers.json";
import type deals from "./en/deals.json";
import type identity from "./en/identity.json";
import type invoices from "./en/invoices.json";
import type library from "./en/library.json";
import type operations from "./en/operations.json";
import type playback from "./en/playback.json";
import type promotions from "./en/promotions.json";
import type publishers from "./en/publishers.json";
import type reporting from "./en/reporting.json";
import type review from "./en/review.json";
import type secondFactor from "./en/second-factor.json";
import type security from "./en/security.json";
import type settings from "./en/settings.json";
import type shell from "./en/shell.json";
import type supply from "./en/supply.json";
import type ui from "./en/ui.json";
import type users from "./en/users.json";
import type usersAdmin from "./en/users-admin.json";
import type video from "./en/video.json";
import type work from "./en/work.json";

/** The English catalogs: the keys of every language. */
type Catalogs = {
  alerts: typeof alerts;
  audio: typeof audio;
  audit: typeof audit;
  bank: typeof bank;
  billing: typeof billing;
  books: typeof books;
  bulk: typeof bulk;
  "campaign-report": typeof campaignReport;
  campaigns: typeof campaigns;
  connections: typeof connections;
  conversions: typeof conversions;
  creatives: typeof creatives;
  customers: typeof customers;
  deals: typeof deals;
  identity: typeof identity;
  invoices: typeof invoices;
  library: typeof library;
  operations: typeof operations;
  playback: typeof playback;
  promotions: typeof promotions;
  publishers: typeof publishers;
  reporting: typeof reporting;
  review: typeof review;
  "second-factor": typeof secondFactor;
  security: typeof security;
  settings: typeof settings;
  shell: typeof shell;
  supply: typeof supply;
  ui: typeof ui;
  users: typeof users;
  "users-admin": typeof usersAdmin;
  video: typeof video;
  work: typeof work;
};

export type CatalogName = keyof Catalogs;

/** "campaigns" for "campaigns_one" and its siblings: i18next chooses the form by `count`. */
type WithoutPlural<Key extends string, Siblings> = Key extends `${infer Base}_${Intl.LDMLPluralRule}`
  ? `${Base}_other` extends Siblings
    ? Base
    : Key
  : Key;

type KeysIn<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key, keyof Texts>
    : `${Key}.${KeysIn<Texts[Key]>}`;
}[keyof Texts & string];

/** The keys of a catalog, nested ones joined by dots, plural forms without their suffix. */
export type TextKey<Catalog extends CatalogName> = KeysIn<Catalogs[Catalog]>;

/** A text in the display language. */
export type Translate<Catalog extends CatalogName> = (
  key: TextKey<Catalog>,
  values?: Record<string, unknown>,
) => string;
