import type { AuditAction, AuditChange, AuditDetails, AuditValue } from "@litfass/contract/kernel/audit";
import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Actor } from "../command/actor.ts";
import type { Transaction } from "../postgres/postgres.ts";

export const auditEntries = pgTable("audit_entries", {
  id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp("at", { withTimezone: true }).notNull(),
  actorUid: text("actor_uid"),
  actorKind: text("actor_kind").$type<Actor["kind"]>().notNull(),
  actorName: text("actor_name"),
  /** The command that made the change; null for changes outside commands. */
  command: text("command"),
  /** The affected person; null for things that belong to no one. */
  subjectUid: text("subject_uid"),
  subjectType: text("subject_type"),
  subjectId: text("subject_id"),
  relatedUid: text("related_uid"),
  /** An action of the contract for entries about people, else the command's verb. */
  action: text("action").$type<AuditAction | (string & {})>().notNull(),
  changes: jsonb("changes").$type<AuditChange[]>().notNull(),
  details: jsonb("details").$type<AuditDetails>().notNull().default({}),
});

export type AuditRecord = {
  at: Date;
  /** The actor; null for the installation's command line. */
  actorUid: string | null;
  /** The affected person. */
  subjectUid: string;
  relatedUid?: string;
  action: AuditAction;
  changes?: AuditChange[];
  details?: AuditDetails;
};

/**
 * Records an action in the transaction of the change, so that both are committed or neither. Entries are immutable.
 * Only for changes outside commands: commands record with `ctx.audit`.
 */
export async function recordAudit(tx: Transaction, ...records: AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.insert(auditEntries).values(
    records.map((record) => ({
      changes: [],
      ...record,
      actorKind: record.actorUid === null ? ("operator" as const) : ("user" as const),
    })),
  );
}

/** The fields that differ, with their values before and after. */
export function changesBetween(before: Record<string, AuditValue>, after: Record<string, AuditValue>): AuditChange[] {
  return Object.keys(after)
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after);
}
