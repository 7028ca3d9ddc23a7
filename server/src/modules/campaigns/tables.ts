import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import type { CampaignChange, CampaignStatus, CampaignType } from "@litfass/contract/campaigns/campaigns";
import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Targeting } from "@litfass/contract/targeting/targeting";
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Lifetime figures for the order of lists; `spend` adds to them. */
export const campaignCounters = pgTable("campaign_counters", {
  campaignId: bigint("campaign_id", { mode: "number" }).primaryKey(),
  impressions: bigint({ mode: "number" }).notNull(),
  clicks: bigint({ mode: "number" }).notNull(),
  ctr: doublePrecision().notNull(),
  chargeMicros: bigint("charge_micros", { mode: "bigint" }).notNull(),
});

export const campaigns = pgTable("campaigns", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ownerUid: text("owner_uid").notNull(),
  name: text().notNull(),
  type: text().$type<CampaignType>().notNull().default("display"),
  status: text().$type<CampaignStatus>().notNull().default("DRAFT"),
  categories: text().array().notNull().default([]),
  lineOfBusiness: text("line_of_business").$type<LineOfBusiness>(),
  language: text(),
  strategy: text().$type<"awareness" | "performance">().notNull().default("awareness"),
  pacing: text().$type<"even" | "ahead">().notNull().default("even"),
  performanceGoal: text("performance_goal").$type<"CPM">().notNull().default("CPM"),
  targeting: jsonb().$type<Partial<Targeting>>().notNull().default({}),
  feedUrl: text("feed_url"),
  currency: text().$type<Currency>().notNull(),
  totalBudgetMicros: bigint("total_budget_micros", { mode: "bigint" }),
  /** The price of a thousand impressions since the start; null before it. */
  cpmMinor: integer("cpm_minor"),
  startOn: date("start_on", { mode: "string" }),
  endOn: date("end_on", { mode: "string" }),
  timeZone: text("time_zone").notNull().default("Europe/Zurich"),
  destinationUrl: text("destination_url"),
  impressionTrackers: text("impression_trackers").array().notNull().default([]),
  verificationScripts: text("verification_scripts").array().notNull().default([]),
  measuresConversions: boolean("measures_conversions").notNull().default(false),
  conversionWindowDays: smallint("conversion_window_days").notNull().default(30),
  creativeGroup: uuid("creative_group"),
  version: bigint({ mode: "number" }).notNull().default(1),
  activatedAt: instant("activated_at"),
  endedAt: instant("ended_at"),
  settledAt: instant("settled_at"),
  endedReason: text("ended_reason").$type<"period" | "budget" | "by_hand">(),
  /** A bulk template: holds shared settings, never runs and is not listed. */
  isBulkTemplate: boolean("is_pattern").notNull().default(false),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export type CampaignRow = typeof campaigns.$inferSelect;

export type ChangedField = { field: string; before: unknown; after: unknown };
export const campaignChanges = pgTable("campaign_changes", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
  at: instant("at").notNull(),
  byUid: text("by_uid"),
  action: text().$type<CampaignHistoryEntry["action"]>().notNull(),
  fields: jsonb().$type<ChangedField[]>().notNull(),
});

/** Settings of a template, as the contract has them. */
export type TemplateSettings = Partial<
  Pick<
    CampaignChange,
    | "type"
    | "categories"
    | "line_of_business"
    | "language"
    | "strategy"
    | "pacing"
    | "performance_goal"
    | "targeting"
    | "feed_url"
  >
>;
export const campaignTemplates = pgTable("campaign_templates", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  settings: jsonb().$type<TemplateSettings>().notNull(),
  createdBy: text("created_by"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
export type CampaignTemplateRow = typeof campaignTemplates.$inferSelect;
export const campaignTemplateUsers = pgTable(
  "campaign_template_users",
  {
    templateId: bigint("template_id", { mode: "number" }).notNull(),
    userUid: text("user_uid").notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.userUid] })],
);

/** `price` as in "CHF 6.90", `image` is a URL; both may be empty. */
export type FeedItem = { title: string; price: string; image: string; link: string };
export const campaignFeeds = pgTable("campaign_feeds", {
  campaignId: bigint("campaign_id", { mode: "number" }).primaryKey(),
  url: text().notNull(),
  items: jsonb().$type<FeedItem[]>().notNull(),
  problem: text(),
  checkedAt: instant("checked_at").notNull(),
  goodAt: instant("good_at"),
  drawn: jsonb().$type<SnapshotCreative[]>(),
  drawnFor: bigint("drawn_for", { mode: "number" }),
});
export type CampaignFeedRow = typeof campaignFeeds.$inferSelect;

export const feedPictures = pgTable(
  "feed_pictures",
  {
    campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
    url: text().notNull(),
    contentType: text("content_type").notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    body: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.url] })],
);
export type FeedPictureRow = typeof feedPictures.$inferSelect;
