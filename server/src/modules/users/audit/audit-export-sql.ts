import { type AuditExport, actionsOfKind } from "@litfass/contract/kernel/audit";
import { auditEntries } from "@litfass/platform/audit/audit";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, count, gt, inArray, lte, max, type SQL, sql } from "drizzle-orm";
import { conditionOf, entriesWithNames } from "./audit-sql.ts";

const timeZone = "Europe/Zurich";

/** What is exported: a period, and the filters of the list. */
export type AuditScope = Omit<AuditExport, "format">;

/** An entry with its people's current names. */
export type NamedEntry = Awaited<ReturnType<typeof listEntriesAfter>>[number];

/** The number of entries in a scope, and the last one's id: later entries are not part of the export. */
export async function countEntries(db: Executor, scope: AuditScope): Promise<{ entries: number; lastId: bigint }> {
  const [row] = await db
    .select({ entries: count(), lastId: max(auditEntries.id) })
    .from(auditEntries)
    .where(inScope(scope));
  return { entries: row?.entries ?? 0, lastId: row?.lastId ?? 0n };
}

/** The next entries after `id` up to `lastId`, oldest first. */
export const listEntriesAfter = (
  db: Executor,
  scope: AuditScope,
  ids: { after: bigint; last: bigint },
  limit: number,
) =>
  entriesWithNames(db)
    .where(and(inScope(scope), gt(auditEntries.id, ids.after), lte(auditEntries.id, ids.last)))
    .orderBy(auditEntries.id)
    .limit(limit);

function inScope({ from, to, user, kind, by }: AuditScope): SQL | undefined {
  return and(
    sql`${auditEntries.at} >= (${from}::date::timestamp at time zone ${timeZone})`,
    sql`${auditEntries.at} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`,
    user === undefined ? inWholeLog({ kind, by }) : conditionOf(user, { kind, by }),
  );
}

/** The filters without a user: `self` are people's changes of themselves. */
function inWholeLog({ kind, by }: Pick<AuditScope, "kind" | "by">): SQL | undefined {
  // An entry without an actor or about a thing is nobody's own.
  const isOwn = sql`coalesce(${auditEntries.actorUid} = ${auditEntries.subjectUid}, false)`;
  return and(
    kind === undefined ? undefined : inArray(auditEntries.action, actionsOfKind(kind)),
    by === undefined ? undefined : by === "self" ? isOwn : sql`not (${isOwn})`,
  );
}
