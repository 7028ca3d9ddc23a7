import type { VastAnswer } from "@litfass/contract/creatives/vast-tags";
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** The VAST tags of video campaigns, each with the answer of its last successful check. */
export const vastTags = pgTable("vast_tags", {
  campaignId: bigint("campaign_id", { mode: "number" }).primaryKey(),
  creativeUuid: uuid("creative_uuid").notNull(),
  url: text().notNull(),
  durationSeconds: integer("duration_seconds").notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  answer: jsonb().$type<VastAnswer>().notNull(),
  /** Why the last check failed, as a message with its value; "" if it did not. */
  problem: text().notNull().default(""),
  problemValue: text("problem_value").notNull().default(""),
  /** Failed checks in a row. */
  failures: integer().notNull().default(0),
  /** When another tag or answer was stored. */
  changedAt: instant("changed_at").notNull(),
  checkedAt: instant("checked_at").notNull(),
  nextAt: instant("next_at").notNull(),
});
export type VastTagRow = typeof vastTags.$inferSelect;
