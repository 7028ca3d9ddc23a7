import { type AuditAction, type AuditEntry, actionsOfKind } from "@litfass/contract/kernel/audit";
import type { AuditKind } from "@litfass/contract/kernel/audit-kinds";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import { auditEntries } from "@litfass/platform/audit/audit";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "../tables.ts";

const actors = alias(users, "actors");
const subjects = alias(users, "subjects");
const related = alias(users, "related");

export type AuditQuery = { page: number; per_page: number; kind?: AuditKind; by?: "self" | "others" };

/** One page of the audit entries about a user, newest first, with current names. */
export async function listAudit(
  db: Executor,
  uid: string,
  query: AuditQuery,
): Promise<{ data: AuditEntry[]; meta: PageMeta }> {
  const where = conditionOf(uid, query);
  const [total] = await db.select({ value: count() }).from(auditEntries).where(where);
  const rows = await entriesWithNames(db)
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  return {
    data: rows.map((row) => ({
      id: row.entry.id.toString(),
      at: row.entry.at.toISOString(),
      // Entries about a person always carry an action of the contract.
      action: row.entry.action as AuditAction,
      actor_kind: row.entry.actorKind,
      actor: personOf(row.entry.actorUid, row.actor.name),
      user: { uid: row.entry.subjectUid ?? uid, full_name: row.subject.name ?? "" },
      related: personOf(row.entry.relatedUid, row.related.name),
      changes: row.entry.changes,
      details: row.entry.details,
    })),
    meta: metaOf(query.page, query.per_page, total?.value ?? 0),
  };
}

/** Entries with the current names of the people in them. */
export const entriesWithNames = (db: Executor) =>
  db
    .select({
      entry: auditEntries,
      actor: { name: nameOf(actors) },
      subject: { name: nameOf(subjects) },
      related: { name: nameOf(related) },
    })
    .from(auditEntries)
    .leftJoin(actors, eq(actors.uid, auditEntries.actorUid))
    .leftJoin(subjects, eq(subjects.uid, auditEntries.subjectUid))
    .leftJoin(related, eq(related.uid, auditEntries.relatedUid));

/** The person, or else the address, because invited users have no name yet. */
const nameOf = (table: typeof actors | typeof subjects | typeof related) =>
  sql<string | null>`coalesce(nullif(${table.fullName}, ''), ${table.email})`;

const personOf = (uid: string | null, name: string | null) => (uid === null ? null : { uid, full_name: name ?? "" });

/** The filters of the list for one user. */
export function conditionOf(uid: string, { kind, by }: Pick<AuditQuery, "kind" | "by">): SQL | undefined {
  return and(
    or(eq(auditEntries.subjectUid, uid), eq(auditEntries.relatedUid, uid)),
    kind === undefined ? undefined : inArray(auditEntries.action, actionsOfKind(kind)),
    by === undefined
      ? undefined
      : by === "self"
        ? eq(auditEntries.actorUid, uid)
        : sql`${auditEntries.actorUid} is distinct from ${uid}`,
  );
}
