import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Role } from "@litfass/contract/kernel/roles";
import { boolean, integer, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable("users", {
  uid: text("uid").primaryKey(),
  email: text("email"),
  emailVerifiedAt: instant("email_verified_at"),
  fullName: text("full_name").notNull().default(""),
  displayName: text("display_name").notNull().default(""),
  firstName: text("first_name"),
  lastName: text("last_name"),
  companyName: text("company_name"),
  companyLogoKey: text("company_logo_key"),
  photoUrl: text("photo_url"),
  userType: text("user_type").$type<"company" | "agency" | "branches">().notNull().default("company"),
  role: text("role").$type<Role>().notNull().default("customer"),
  status: smallint("status"),
  statusBeforeArchive: smallint("status_before_archive"),
  countryCode: text("country_code"),
  /** Null: an account of an earlier release, in the default currency of its country. */
  currency: text("currency").$type<Currency>(),
  postalCode: text("postal_code"),
  city: text("city"),
  street: text("street"),
  houseNumber: text("house_number"),
  vatNumber: text("vat_number"),
  lineOfBusiness: text("line_of_business").$type<LineOfBusiness>(),
  termsAcceptedAt: instant("terms_accepted_at"),
  allowsPromotion: boolean("allows_promotion").notNull().default(false),
  lang: text("lang").$type<Language>().notNull().default("en"),
  timeZone: text("time_zone").notNull().default("Europe/Zurich"),
  signInProviders: text("sign_in_providers").array().notNull().default([]),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
export type UserRow = typeof users.$inferSelect;

/** Editions of the terms that users accepted. `users.termsAcceptedAt` is null while the one in force is not among them. */
export const termsAcceptances = pgTable(
  "terms_acceptances",
  {
    uid: text("uid").notNull(),
    edition: integer("edition").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.edition] })],
);

export const userIdentities = pgTable(
  "user_identities",
  {
    provider: text("provider").notNull(),
    subject: text("subject").notNull(),
    uid: text("uid").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

export const customerAssignments = pgTable(
  "customer_assignments",
  {
    salesUid: text("sales_uid").notNull(),
    customerUid: text("customer_uid").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.salesUid, table.customerUid] })],
);
