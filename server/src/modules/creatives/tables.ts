import type { BannerFont, Crops } from "@litfass/contract/creatives/banner-fields";
import type { BannerSetStatus } from "@litfass/contract/creatives/banner-sets";
import type { Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import { bigint, boolean, customType, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Names by language, besides English and German. */
export type NameTranslations = { [Other in Exclude<Language, "en" | "de">]?: string };

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const creativeGroupCategories = pgTable("creative_group_categories", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  nameEn: text("name_en").notNull(),
  nameDe: text("name_de").notNull(),
  nameTranslations: jsonb("name_translations").$type<NameTranslations>().notNull().default({}),
  position: integer().notNull().default(0),
});

export const creativeGroups = pgTable("creative_groups", {
  uuid: uuid().primaryKey(),
  categoryId: bigint("category_id", { mode: "number" }),
  nameEn: text("name_en").notNull(),
  nameDe: text("name_de").notNull(),
  nameTranslations: jsonb("name_translations").$type<NameTranslations>().notNull().default({}),
  template: text(),
  markup: text(),
  ownerUid: text("owner_uid"),
  campaignId: bigint("campaign_id", { mode: "number" }),
  preview: text(),
  isActive: boolean("is_active").notNull().default(true),
  position: integer().notNull().default(0),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const creatives = pgTable("creatives", {
  uuid: uuid().primaryKey(),
  id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  creativeGroupUuid: uuid("creative_group_uuid"),
  type: text().$type<"image" | "html5">().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  title: text().notNull().default(""),
  description: text().notNull().default(""),
  backgroundColor: text("background_color"),
  buttonColor: text("button_color"),
  /** Null: the group always offers it; otherwise a size beyond the basic set, which campaigns add. */
  additional: text().$type<"offered" | "withdrawn">(),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
export type CreativeRow = typeof creatives.$inferSelect;

export const creativeItems = pgTable("creative_items", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  creativeUuid: uuid("creative_uuid").notNull(),
  kind: text().$type<"logo" | "image" | "video" | "html">().notNull(),
  file: text().notNull(),
  name: text().notNull().default(""),
  width: integer(),
  height: integer(),
  position: integer().notNull().default(0),
});
export type ItemRow = typeof creativeItems.$inferSelect;

export const userCreativeGroups = pgTable("user_creative_groups", {
  userUid: text("user_uid").notNull(),
  creativeGroupUuid: uuid("creative_group_uuid").notNull(),
});

export const campaignCreatives = pgTable("campaign_creatives", {
  campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
  creativeUuid: uuid("creative_uuid").notNull(),
  fileHash: text("file_hash"),
});

export const campaignImages = pgTable("campaign_images", {
  uuid: uuid().primaryKey(),
  campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
  kind: text().$type<"logo" | "image">().notNull(),
  name: text().notNull(),
  contentType: text("content_type").$type<"image/webp" | "image/png">().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  tones: text().array().notNull().default([]),
  body: bytea().notNull(),
  createdAt: instant("created_at").notNull(),
});

export const brandKits = pgTable("brand_kits", {
  ownerUid: text("owner_uid").primaryKey(),
  backgroundColor: text("background_color"),
  buttonColor: text("button_color"),
  font: text().$type<BannerFont>(),
  logoName: text("logo_name"),
  updatedAt: instant("updated_at").notNull(),
});
export type BrandKitRow = typeof brandKits.$inferSelect;

/** An image in its chosen order, with the point that every crop keeps. */
export type ChosenImage = { uuid: string; focus: { x: number; y: number }; crops?: Crops | undefined };

export const campaignContents = pgTable("campaign_fillings", {
  campaignId: bigint("campaign_id", { mode: "number" }).primaryKey(),
  title: text().notNull().default(""),
  description: text().notNull().default(""),
  buttonText: text("button_text").notNull().default(""),
  backgroundColor: text("background_color"),
  buttonColor: text("button_color"),
  font: text().$type<BannerFont>(),
  logoImage: uuid("logo_image"),
  images: jsonb().$type<ChosenImage[]>().notNull().default([]),
  lang: text().$type<Language>().notNull(),
  updatedAt: instant("updated_at").notNull(),
});
export type ContentRow = typeof campaignContents.$inferSelect;

export const bannerSets = pgTable("banner_sets", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ownerUid: text("owner_uid").notNull(),
  status: text().$type<BannerSetStatus>().notNull(),
  brief: text("wishes").notNull(),
  priceMicros: bigint("price_micros", { mode: "bigint" }).notNull(),
  currency: text().$type<Currency>().notNull(),
  orderId: bigint("order_id", { mode: "number" }),
  creativeGroupUuid: uuid("creative_group_uuid"),
  requestKey: text("request_key"),
  orderedAt: instant("ordered_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
export type BannerSetRow = typeof bannerSets.$inferSelect;

export const favoriteGroups = pgTable("favourite_groups", {
  userUid: text("user_uid").notNull(),
  creativeGroupUuid: uuid("creative_group_uuid").notNull(),
  position: integer(),
});
