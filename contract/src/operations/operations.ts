import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { line } from "../kernel/text.ts";
import { instantSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type LogLevelName = (typeof logLevels)[number];

/** A name such as `api.log` or `api.log.1`, never a path. */
export const logFileName = z.string().regex(/^[a-z0-9][a-z0-9-]*\.log(\.\d{1,2})?$/);

export const logFileSchema = z.object({
  name: z.string(),
  bytes: z.number().int(),
  changed_at: instantSchema,
});
export type LogFile = z.infer<typeof logFileSchema>;

export const logEntrySchema = z.object({
  /** The entry's byte offset in its file. */
  position: z.number().int(),
  at: instantSchema.nullable(),
  /** null: a line that is not a structured entry. */
  level: z.enum(logLevels).nullable(),
  process: z.string().nullable(),
  message: z.string(),
  /** The entry's other fields as JSON, or empty. */
  details: z.string(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

export const logQuery = z.object({
  file: logFileName,
  /** This level and those above it. */
  level: z.enum(logLevels).optional(),
  search: line({ min: 0, max: 200 }).optional(),
  /** Only entries before this offset: the `next` of the previous page. */
  before: z.coerce.number().int().min(0).optional(),
});
export type LogQuery = z.infer<typeof logQuery>;

export const operationEndpoints = {
  listLogFiles: endpoint({
    method: "GET",
    path: "/logs/api/files",
    tag: "Operations",
    summary: "The log files of the installation, the last changed first",
    who: byRole({ super_admin: "all" }),
    output: z.object({ files: z.array(logFileSchema) }),
  }),
  listLogEntries: endpoint({
    method: "GET",
    path: "/logs/api/entries",
    tag: "Operations",
    summary: "Entries of a log file, the newest first, at most 50; `next` leads to older ones",
    who: byRole({ super_admin: "all" }),
    query: logQuery,
    output: z.object({ entries: z.array(logEntrySchema), next: z.number().int().nullable() }),
    errors: ["not_found"],
  }),
};
