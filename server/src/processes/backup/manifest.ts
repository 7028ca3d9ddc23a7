import type { FrozenEvents } from "@litfass/platform/clickhouse/freeze-sql";
import { z } from "zod";

/** The first entry of a backup: what decides whether this release can read it. */
export const headerSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  /** Whether the stores were the embedded ones; servers and buckets are backed up with their own tools. */
  holds: z.object({ postgres: z.boolean(), clickhouse: z.boolean(), files: z.boolean().default(true) }),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const tallySchema = z.object({ files: z.number(), bytes: z.number() });
export type Tally = z.infer<typeof tallySchema>;

/** The last entry of a backup: what a restored copy must have. */
export const manifestSchema = z.object({
  /** Files and bytes by top-level folder. */
  parts: z.record(z.string(), tallySchema),
  /** SHA-256 of all entries before this one: name, size and content. */
  checksum: z.string(),
  events: z.object({ events: z.number(), chargeMicros: z.string() }).nullable(),
  /** The backup that a ClickHouse server made of its database at the same moment. */
  serverEvents: z.object({ name: z.string(), database: z.string() }).nullable().default(null),
  /** Ledger entries before and after the copy: the restored number lies between, because entries are never removed. */
  ledgerEntries: z.object({ atLeast: z.number(), atMost: z.number() }).nullable(),
});
export type BackupManifest = z.infer<typeof manifestSchema> & { events: FrozenEvents | null };

export const headerName = "backup.json";
export const manifestName = "manifest.json";
