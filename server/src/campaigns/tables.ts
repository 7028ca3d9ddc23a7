import type { CampaignStatus } from "@litfass/contract/campaigns";
import type { Currency } from "@litfass/contract/money";
import type { Targeting } from "@litfass/contract/targeting";
import { bigint, date, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const campaigns = pgTable("campaigns", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ownerUid: text("owner_uid").notNull(),
  name: text().notNull(),
  type: text().$type<"display" | "video">().notNull().default("display"),
  status: text().$type<CampaignStatus>().notNull().default("DRAFT"),
  categories: text().array().notNull().default([]),
  language: text(),
  strategy: text().$type<"awareness" | "performance">().notNull().default("awareness"),
  pacing: text().$type<"even" | "ahead">().notNull().default("even"),
  performanceGoal: text("performance_goal").$type<"CPM">().notNull().default("CPM"),
  targeting: jsonb().$type<Partial<Targeting>>().notNull().default({}),
  feedUrl: text("feed_url"),
  currency: text().$type<Currency>().notNull(),
  totalBudgetMicros: bigint("total_budget_micros", { mode: "bigint" }),
  startOn: date("start_on", { mode: "string" }),
  endOn: date("end_on", { mode: "string" }),
  timeZone: text("time_zone").notNull().default("Europe/Zurich"),
  destinationUrl: text("destination_url"),
  creativeGroup: uuid("creative_group"),
  version: bigint({ mode: "number" }).notNull().default(1),
  activatedAt: instant("activated_at"),
  endedAt: instant("ended_at"),
  settledAt: instant("settled_at"),
  endedReason: text("ended_reason").$type<"period" | "budget" | "by_hand">(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export type CampaignRow = typeof campaigns.$inferSelect;
