import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const videoUploads = pgTable("video_uploads", {
  uuid: uuid().primaryKey(),
  ownerUid: text("owner_uid").notNull(),
  name: text().notNull(),
  sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
  createdAt: instant("created_at").notNull(),
});
export type VideoUploadRow = typeof videoUploads.$inferSelect;

export const videoUploadChunks = pgTable("video_upload_chunks", {
  uploadUuid: uuid("upload_uuid").notNull(),
  number: integer().notNull(),
  sizeBytes: integer("size_bytes").notNull(),
});

/** A finished file of a conversion; delivery serves it by its `hash`. */
export type VideoFile = { name: string; width: number; height: number; bytes: number; hash: string };
export type VideoFailure =
  | "unreadable"
  | "cut_off"
  | "timeout"
  | "interrupted"
  | "converter_missing"
  | "source_missing";

/** What a video is converted for: players, or a banner that shows it instead of a photo. */
export type VideoPurpose = "player" | "banner";

export const videos = pgTable("videos", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  uuid: uuid().notNull(),
  ownerUid: text("owner_uid").notNull(),
  name: text().notNull(),
  sourceFile: text("source_file").notNull(),
  sourceType: text("source_type").$type<"mp4" | "mov" | "webm">().notNull(),
  sourceBytes: bigint("source_bytes", { mode: "number" }).notNull(),
  sourceChunks: integer("source_chunks").notNull(),
  sourceWidth: integer("source_width").notNull(),
  sourceHeight: integer("source_height").notNull(),
  durationMs: integer("duration_ms").notNull(),
  purpose: text().$type<VideoPurpose>().notNull().default("player"),
  status: text().$type<"queued" | "running" | "done" | "failed">().notNull().default("queued"),
  progress: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
  heardAt: instant("heard_at"),
  error: text().$type<VideoFailure>(),
  renditions: jsonb().$type<VideoFile[]>().notNull().default([]),
  poster: jsonb().$type<VideoFile>(),
  createdAt: instant("created_at").notNull(),
  finishedAt: instant("finished_at"),
});
export type VideoRow = typeof videos.$inferSelect;
