import type { AuditAction, AuditChange, AuditDetails, AuditValue } from "@litfass/contract/audit";
import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Transaction } from "./postgres.ts";

export const auditEntries = pgTable("audit_entries", {
  id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  actorUid: text("actor_uid"),
  subjectUid: text("subject_uid").notNull(),
  relatedUid: text("related_uid"),
  action: text("action").$type<AuditAction>().notNull(),
  changes: jsonb("changes").$type<AuditChange[]>().notNull(),
  details: jsonb("details").$type<AuditDetails>().notNull().default({}),
});

export type AuditRecord = {
  at: Date;
  /** Who did it; null for the installation's own command line. */
  actorUid: string | null;
  /** To whom. */
  subjectUid: string;
  relatedUid?: string;
  action: AuditAction;
  changes?: AuditChange[];
  details?: AuditDetails;
};

/** Records who did what to whom, in the transaction of the change: both are there, or neither. Nothing can be changed later. */
export async function recordAudit(tx: Transaction, ...records: AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.insert(auditEntries).values(records.map((record) => ({ changes: [], ...record })));
}

/** The fields that differ, with their values before and after. */
export function changesBetween(before: Record<string, AuditValue>, after: Record<string, AuditValue>): AuditChange[] {
  return Object.keys(after)
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after);
}
