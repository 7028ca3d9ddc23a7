import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { reviewKinds, reviewStatuses } from "@litfass/contract/campaigns/review";
import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What a check found: the code of a message, and its value. */
export type ReviewCause = { code: MessageKey; value: string };

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const creativeReviews = pgTable("creative_reviews", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  campaignId: bigint("campaign_id", { mode: "number" }).notNull(),
  ownerUid: text("owner_uid").notNull(),
  kind: text().$type<(typeof reviewKinds)[number]>().notNull(),
  status: text().$type<(typeof reviewStatuses)[number]>().notNull(),
  creatives: jsonb().$type<SnapshotCreative[]>().notNull(),
  destinationUrl: text("destination_url").notNull(),
  impressionTrackers: text("impression_trackers").array().notNull().default([]),
  verificationScripts: text("verification_scripts").array().notNull().default([]),
  submittedAt: instant("submitted_at").notNull(),
  decidedAt: instant("decided_at"),
  decidedBy: text("decided_by"),
  reasons: text().array().$type<ReviewReason[]>().notNull().default([]),
  note: text(),
  cause: jsonb().$type<ReviewCause>(),
  appeal: text(),
});
export type ReviewRow = typeof creativeReviews.$inferSelect;
