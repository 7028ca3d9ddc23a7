import { type BankFile, bankEndpoints as endpoints } from "@litfass/contract/bank/bank-files";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import { type Platform, queuedFor } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { namesForStaff } from "../users/index.ts";
import { confirmEntry } from "./entries/confirm-entry.ts";
import { listEntries } from "./entries/list-entries-sql.ts";
import { settleEntry } from "./entries/settle-entry.ts";
import { type FileRow, findFile, listFileRows } from "./files/file-sql.ts";
import { readUpload } from "./files/upload.ts";
import { importBankFile } from "./import-bank-file.ts";

/** Files of the bank and their entries, for those who read the books. */
export function bankRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  mount(app, endpoints.importBankFile, async (call) => {
    const upload = await readUpload(queuedFor(platform, call.caller.uid), call.files, call.lang);
    const { id, isRepeated } = await runCommand(call, importBankFile, upload);
    const row = await findFile(db, id);
    if (row === null) throw notFound();
    const [file] = await presentFiles(db, [row]);
    if (file === undefined) throw notFound();
    return { file, is_repeated: isRepeated };
  });
  mount(app, endpoints.listBankFiles, async ({ query }) => {
    const { rows, total } = await listFileRows(db, query);
    return { data: await presentFiles(db, rows), meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.listBankEntries, async ({ query }) => {
    const { rows, total } = await listEntries(db, query);
    return { data: rows, meta: metaOf(query.page, query.per_page, total) };
  });
  mountCommand(app, endpoints.confirmBankEntry, confirmEntry, ({ params }) => ({ entry: params.entry }), {
    pending: ({ approvalId }) => ({ approval: approvalId }),
  });
  mountCommand(app, endpoints.settleBankEntry, settleEntry, ({ params, body }) => ({
    entry: params.entry,
    note: body.note,
  }));
}

async function presentFiles(db: Executor, rows: readonly FileRow[]): Promise<BankFile[]> {
  const names = await namesForStaff(db, [...new Set(rows.flatMap(({ importedBy }) => importedBy ?? []))]);
  return rows.map(({ importedAt, importedBy, ...row }) => ({
    ...row,
    imported_at: importedAt.toISOString(),
    imported_by: importedBy === null ? null : (names.get(importedBy) ?? importedBy),
  }));
}
