import type { Config } from "@litfass/platform/config/config";
import type pg from "pg";

export type CheckStatus = "ok" | "warning" | "failed" | "not configured";

/** The result of one check: what was found, and what to do about it unless all is well. */
export type Finding = { status: CheckStatus; found: string; remedy?: string };

/** What the checks examine. */
export type DoctorContext = {
  config: Config;
  /** The owner's connection; null while the database does not respond. */
  client: pg.Client | null;
  /** Why there is no connection. */
  databaseError: string | null;
  now: () => Date;
  fetch: typeof fetch;
};

/** The checks of the installation, in their order. Alerts have a name of each in the reader's language. */
const checkNames = [
  "versions",
  "database",
  "schema",
  "clock",
  "disk space",
  "files",
  "processes",
  "public origins",
  "mail server",
  "card processor",
  "exchange traffic",
  "jobs",
  "journals",
  "replication",
  "read replica",
  "redis",
  "exchange rates",
  "leases",
  "open spend",
  "account countries",
  "ready to sell",
] as const;
type CheckName = (typeof checkNames)[number];

/** Whether it is a check of the installation; checks of an exchange have identifiers. */
export const isCheckName = (name: string): name is CheckName => checkNames.some((each) => each === name);

/** A check by name. It may throw: that is a failed check. */
export type Check = { name: CheckName; run(context: DoctorContext): Promise<Finding | Finding[]> };

export const ok = (found: string): Finding => ({ status: "ok", found });
export const warning = (found: string, remedy: string): Finding => ({ status: "warning", found, remedy });
export const failed = (found: string, remedy: string): Finding => ({ status: "failed", found, remedy });
export const notConfigured = (found: string): Finding => ({ status: "not configured", found });

/** Each outside call ends after this time. */
export const callTimeoutMs = 5_000;

/** @throws if there is no result in time. */
export async function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const units: readonly (readonly [number, string])[] = [
  [86_400_000, "days"],
  [3_600_000, "hours"],
  [60_000, "minutes"],
];

/** A duration for people: `3 hours`. */
export function formatDuration(ms: number): string {
  for (const [size, unit] of units) if (ms >= 2 * size) return `${Math.floor(ms / size)} ${unit}`;
  return `${Math.max(0, Math.round(ms / 1000))} seconds`;
}

/** Runs a check on the database; without one there is nothing to examine, which its own check reports. */
export const onDatabase =
  (run: (client: pg.Client, context: DoctorContext) => Promise<Finding | Finding[]>): Check["run"] =>
  async (context) =>
    context.client ? run(context.client, context) : notConfigured("the database does not respond");
