import { Readable } from "node:stream";
import type { AuditFormat } from "@litfass/contract/kernel/audit-kinds";
import { type CsvCell, csvLines, csvOf } from "@litfass/contract/kernel/csv";
import { actorUid } from "@litfass/platform/command/actor";
import { command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { type AuditScope, countEntries, listEntriesAfter, type NamedEntry } from "./audit-export-sql.ts";

/** The most entries in one file. */
const maxEntries = 500_000;
const entriesPerPage = 1_000;

/** The content types of the formats. */
export const auditFileTypes: Record<AuditFormat, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

const columns = {
  id: ({ entry }) => entry.id.toString(),
  at: ({ entry }) => entry.at.toISOString(),
  action: ({ entry }) => entry.action,
  command: ({ entry }) => entry.command,
  actor_kind: ({ entry }) => entry.actorKind,
  actor_uid: ({ entry }) => entry.actorUid,
  actor_name: ({ entry, actor }) => actor.name ?? entry.actorName,
  user_uid: ({ entry }) => entry.subjectUid,
  user_name: ({ subject }) => subject.name,
  related_uid: ({ entry }) => entry.relatedUid,
  related_name: ({ related }) => related.name,
  subject_type: ({ entry }) => entry.subjectType,
  subject_id: ({ entry }) => entry.subjectId,
} satisfies Record<string, (named: NamedEntry) => string | null>;
const header = [...Object.keys(columns), "changes", "details"];
const cellsOf = (named: NamedEntry): (string | null)[] => Object.values(columns).map((cellOf) => cellOf(named));

/** Records that somebody exports the log, in the history of the user it is about, or else in their own. */
export const recordAuditExport = command<{ scope: AuditScope; format: AuditFormat }, void>({
  name: "users.export_audit",
  errors: [],
  async run({ ctx, input: { scope, format } }) {
    const subjectUid = scope.user ?? actorUid(ctx.actor);
    if (subjectUid === null) throw new Error("The log is exported by a user");
    const filters = [scope.kind, scope.by].filter(Boolean).join(", ");
    await ctx.audit.record({
      action: "audit_exported",
      subjectUid,
      subject: { type: "audit_log", id: scope.user ?? "all" },
      details: { description: `${scope.from} – ${scope.to}, ${format}${filters && `, ${filters}`}` },
    });
  },
});

/**
 * The entries of a scope up to now as a stream that reads page by page, so that no file is ever in memory as a whole.
 * @throws 422 for more than `most` entries, rather than leaving any out silently.
 */
export async function exportAudit(
  db: Executor,
  scope: AuditScope,
  format: AuditFormat,
  most = maxEntries,
): Promise<Readable> {
  const { entries, lastId } = await countEntries(db, scope);
  if (entries > most) throw invalid({ from: ["audit.export_entries"] });
  return Readable.from(parts(db, scope, format, lastId), { objectMode: false });
}

async function* parts(db: Executor, scope: AuditScope, format: AuditFormat, last: bigint): AsyncGenerator<string> {
  if (format === "csv") yield csvOf([header]);
  let after = 0n;
  for (;;) {
    const page = await listEntriesAfter(db, scope, { after, last }, entriesPerPage);
    if (page.length > 0) yield format === "csv" ? csvLines(page.map(csvCellsOf)) : page.map(jsonLineOf).join("");
    const end = page.at(-1);
    if (end === undefined || page.length < entriesPerPage) return;
    after = end.entry.id;
  }
}

const csvCellsOf = (named: NamedEntry): CsvCell[] => [
  ...cellsOf(named),
  JSON.stringify(named.entry.changes),
  JSON.stringify(named.entry.details),
];

function jsonLineOf(named: NamedEntry): string {
  const cells = cellsOf(named);
  const fields = Object.keys(columns).map((name, at) => [name, cells[at]]);
  const { changes, details } = named.entry;
  return `${JSON.stringify({ ...Object.fromEntries(fields), changes, details })}\n`;
}
