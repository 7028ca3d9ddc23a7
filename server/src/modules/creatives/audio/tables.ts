import type { audioSourceTypes } from "@litfass/contract/creatives/audio";
import { bigint, doublePrecision, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A finished file of a spot; delivery serves it by its `hash`. */
export type AudioFile = { name: string; type: "audio/mpeg" | "audio/mp4"; kbps: number; bytes: number; hash: string };
export type AudioSourceType = (typeof audioSourceTypes)[number];

/** The spots of audio campaigns. Loudness in LUFS, `waveform` in peaks from 0 to 100. */
export const audioSpots = pgTable("audio_spots", {
  campaignId: bigint("campaign_id", { mode: "number" }).primaryKey(),
  creativeUuid: uuid("creative_uuid").notNull(),
  sourceFile: text("source_file").notNull(),
  sourceType: text("source_type").$type<AudioSourceType>().notNull(),
  sourceBytes: integer("source_bytes").notNull(),
  sourceKbps: integer("source_kbps"),
  sourceLoudness: doublePrecision("source_loudness").notNull(),
  loudness: doublePrecision().notNull(),
  durationMs: integer("duration_ms").notNull(),
  waveform: smallint().array().notNull(),
  files: jsonb().$type<AudioFile[]>().notNull(),
  transcript: text().notNull().default(""),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull(),
});
export type AudioSpot = typeof audioSpots.$inferSelect;
