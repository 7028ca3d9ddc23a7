import type { BankMessage } from "@litfass/contract/bank/bank-files";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** SQL of imported files: the operator's own, for those who read the books. */

export type FileRow = {
  id: number;
  name: string;
  message: BankMessage;
  version: string;
  account: string | null;
  importedAt: Date;
  importedBy: string | null;
} & Record<"entries" | "repeated" | "matched" | "returned" | "suggestion" | "unknown" | "done", number>;

type Row = Record<"id" | "name" | "message" | "version" | "imported_at", string> &
  Record<"account" | "imported_by", string | null> &
  Record<"entries" | "repeated" | "matched" | "returned" | "suggestion" | "unknown" | "done", number>;

const rowOf = ({ imported_at, imported_by, ...row }: Row): FileRow => ({
  ...row,
  id: Number(row.id),
  message: row.message as BankMessage,
  importedAt: new Date(imported_at),
  importedBy: imported_by,
});

const counts = sql`count(l.entry_id)::int AS entries, count(*) FILTER (WHERE l.is_repeated)::int AS repeated,
  ${sql.join(
    ["matched", "returned", "suggestion", "unknown", "done"].map(
      (state) => sql`count(*) FILTER (WHERE e.state = ${state})::int AS ${sql.identifier(state)}`,
    ),
    sql`, `,
  )}`;
/** Files with the present states of their entries. */
const listed = (files: ReturnType<typeof sql>) => sql`
  SELECT f.id, f.name, f.message, f.version, f.account, f.imported_at, f.imported_by, ${counts}
  FROM (${files}) f LEFT JOIN bank_file_entries l ON l.file_id = f.id LEFT JOIN bank_entries e ON e.id = l.entry_id
  GROUP BY f.id, f.name, f.message, f.version, f.account, f.imported_at, f.imported_by
  ORDER BY f.imported_at DESC, f.id DESC`;

/** A page of files, the newest first. */
export async function listFileRows(
  db: Executor,
  { page, per_page, search }: { page: number; per_page: number; search?: string | undefined },
): Promise<{ rows: FileRow[]; total: number }> {
  const where = search ? sql`strpos(lower(name), ${search.toLowerCase()}) > 0` : sql`true`;
  const { rows } = await db.execute<Row>(
    listed(sql`SELECT * FROM bank_files WHERE ${where} ORDER BY imported_at DESC, id DESC
      LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`),
  );
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM bank_files WHERE ${where}`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

export async function findFile(db: Executor, id: number): Promise<FileRow | null> {
  const { rows } = await db.execute<Row>(listed(sql`SELECT * FROM bank_files WHERE id = ${id}`));
  return rows[0] ? rowOf(rows[0]) : null;
}

/** The file with this content, if it was imported. */
export async function fileOfContent(db: Executor, contentHash: string): Promise<number | null> {
  const { rows } = await db.execute<{ id: string }>(sql`SELECT id FROM bank_files WHERE content_hash = ${contentHash}`);
  return rows[0] ? Number(rows[0].id) : null;
}

export type NewFile = Pick<FileRow, "name" | "message" | "version" | "account" | "importedAt" | "importedBy"> & {
  contentHash: string;
  sizeBytes: number;
};

export async function insertFile(tx: WriteTransaction, file: NewFile): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO bank_files (name, content_hash, message, version, account, size_bytes, imported_at, imported_by)
    VALUES (${file.name}, ${file.contentHash}, ${file.message}, ${file.version}, ${file.account}, ${file.sizeBytes},
      ${file.importedAt.toISOString()}::timestamptz, ${file.importedBy})
    RETURNING id`);
  return Number(rows[0]?.id);
}

/** Notes which entries a file has, in its order. */
export async function insertFileEntries(
  tx: WriteTransaction,
  fileId: number,
  entries: readonly { entry: number; repeated: boolean }[],
): Promise<void> {
  const values = entries.map(({ entry, repeated }, at) => ({ position: at + 1, entry, repeated }));
  await tx.execute(sql`
    INSERT INTO bank_file_entries (file_id, position, entry_id, is_repeated)
    SELECT ${fileId}, position, entry, repeated
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v (position integer, entry bigint, repeated boolean)`);
}
