import type { Currency } from "@litfass/contract/kernel/money";
import type { Location } from "@litfass/contract/targeting/targeting";
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const bulkCampaigns = pgTable("bulk_campaigns", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  templateId: bigint("pattern_id", { mode: "number" }).notNull(),
  ownerUid: text("owner_uid").notNull(),
  creativeGroups: uuid("creative_groups").array().notNull().default([]),
  archivedAt: instant("archived_at"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
export type BulkCampaignRow = typeof bulkCampaigns.$inferSelect;

export const bulkCampaignCustomers = pgTable("bulk_campaign_customers", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  bulkCampaignId: bigint("bulk_campaign_id", { mode: "number" }).notNull(),
  customerUid: text("customer_uid").notNull(),
  branch: text().notNull().default(""),
  position: integer().notNull(),
  currency: text().$type<Currency>().notNull(),
  budgetMicros: bigint("budget_micros", { mode: "bigint" }),
  location: jsonb().$type<Location>(),
  destinationUrl: text("destination_url"),
  creativeGroup: uuid("creative_group"),
  campaignId: bigint("campaign_id", { mode: "number" }),
  launchedAt: instant("launched_at"),
  refused: text().array().notNull().default([]),
});
export type BulkCustomerRow = typeof bulkCampaignCustomers.$inferSelect;
