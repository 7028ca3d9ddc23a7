import { bigint, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const domainLists = pgTable("domain_lists", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ownerUid: text("owner_uid").notNull(),
  kind: text().$type<"whitelist" | "blocklist">().notNull(),
  name: text().notNull(),
  /** The campaign that the list belongs to; null for a list made by a user. */
  campaignId: bigint("campaign_id", { mode: "number" }),
  domains: text().array().notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
export type DomainListRow = typeof domainLists.$inferSelect;

export const audiences = pgTable("audiences", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  provider: text().notNull(),
  name: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  segmentIds: text("segment_ids").array().notNull(),
  /** What the provider gets: a part of the clearing price, and an amount per thousand impressions. */
  feePercent: numeric("fee_percent", { mode: "number" }).notNull().default(0),
  feePerThousand: numeric("fee_per_thousand", { mode: "number" }).notNull().default(0),
  feeCurrency: text("fee_currency").notNull().default("CHF"),
  updatedAt: instant("updated_at").notNull(),
});
export type AudienceRow = typeof audiences.$inferSelect;
