import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { instantSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";

export const processKinds = ["api", "ad_server"] as const;

/** What an operator should look at in a process, most urgent first. */
export const processWarnings = [
  "lost",
  "not_ready",
  "clock",
  "snapshots",
  "journal",
  "inspection",
  "other_version",
] as const;
export type ProcessWarning = (typeof processWarnings)[number];

const count = z.number().int().min(0);
const milliseconds = count;

const processSchema = z.object({
  id: z.string(),
  kind: z.enum(processKinds),
  version: z.string(),
  /** The name of its machine or container. */
  host: z.string(),
  started_at: instantSchema,
  /** Its last report; what follows is as of then. */
  seen_at: instantSchema,
  /** Seconds ahead of the database's clock, negative if behind. */
  clock_skew_seconds: z.number(),
  /** Since an ad server last read the campaigns; null for other processes. */
  snapshot_age_ms: milliseconds.nullable(),
  /** Events that the API has not stored yet; null for processes without a journal. */
  journal: z
    .object({ events: count, bytes: count, oldest_age_ms: milliseconds, files_for_inspection: count })
    .nullable(),
  warnings: z.array(z.enum(processWarnings)),
});

/** Why reports are read from the primary although there is a replica. */
export const replicaProblems = ["unreachable", "behind", "no_replica"] as const;

const storeSchema = z.object({
  /** Null while it does not answer. */
  version: z.string().nullable(),
  answer_ms: milliseconds.nullable(),
});

export const statusEndpoints = {
  showStatus: endpoint({
    method: "GET",
    path: "/operations/status",
    tag: "Operations",
    summary:
      "All running processes with their version and lag, the stores, the job queue, the booking of spend and the exchange rates",
    who: byRole(admins),
    output: z.object({
      checked_at: instantSchema,
      /** The version of the process that answers. */
      version: z.string(),
      processes: z.array(processSchema),
      stores: z.object({
        postgres: storeSchema,
        clickhouse: storeSchema,
        /** PostgreSQL's replica for reports, as the process that answers sees it; null without one. */
        replica: z
          .object({
            /** Null while it is unknown. */
            lag_ms: milliseconds.nullable(),
            /** Null: reports are read from it. */
            problem: z.enum(replicaProblems).nullable(),
          })
          .nullable(),
      }),
      jobs: z.object({
        /** Including those that are scheduled for later. */
        waiting: count,
        oldest_due_ms: milliseconds,
        failed: count,
        is_late: z.boolean(),
      }),
      open_spend: z.object({
        /** Since the end of the oldest hour whose spend is not in the books; 0 if there is none. */
        overdue_ms: milliseconds,
        is_overdue: z.boolean(),
      }),
      rates: z.object({ as_of_on: z.string(), days: z.number().int(), is_old: z.boolean() }),
    }),
  }),
};
