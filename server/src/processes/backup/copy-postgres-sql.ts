import { readFile } from "node:fs/promises";
import path from "node:path";
import { systemRandom } from "@litfass/platform/random";
import type pg from "pg";
import type { ArchiveWriter } from "./archive-writer.ts";

/** Contents that PostgreSQL's documentation says to leave out of a copy: they belong to the running server. */
const emptyFolders = ["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp"];
const leftOut = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|global\/pg_control)$/;

const isCopied = (relative: string): boolean => {
  const [first = "", ...rest] = relative.split("/");
  if (rest.length > 0 && [...emptyFolders, "pg_subtrans"].includes(first)) return false;
  return !leftOut.test(relative) && !/(^|\/)(pgsql_tmp|pg_internal\.init)/.test(relative);
};

/**
 * Copies the running server's data folder by PostgreSQL's low-level backup procedure (chapter 25.3.3 of its manual):
 * the files may change meanwhile, the log between begin and end repairs the copy when it is started. The copy shows the
 * moment of `end`.
 */
export async function beginPostgresCopy(client: pg.Client, folder: string) {
  const slot = `litfass_backup_${systemRandom.id().replaceAll("-", "").slice(0, 12)}`;
  // The slot ends with the connection; until then the server removes no log that the copy needs.
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
  const { rows } = await client.query<{ file: string }>("select pg_walfile_name(pg_backup_start($1, true)) as file", [
    slot,
  ]);
  const firstLog = rows[0]?.file ?? "";

  return {
    /** Copies everything but the log. */
    copyFiles: (archive: ArchiveWriter, name: string) => archive.addFolder(name, folder, isCopied),

    /** Ends the backup. @returns a function that copies the rest, which may happen later. */
    async end(): Promise<(archive: ArchiveWriter, name: string) => Promise<void>> {
      const control = await readControl(folder);
      const { rows: ended } = await client.query<{ file: string; label: string }>(
        "select pg_walfile_name(lsn) as file, labelfile as label from pg_backup_stop(false)",
      );
      const { file: lastLog = "", label = "" } = ended[0] ?? {};
      return async (archive, name) => {
        await archive.addBytes(`${name}/global/pg_control`, control);
        await archive.addBytes(`${name}/backup_label`, Buffer.from(label));
        await archive.addFolder(`${name}/pg_wal`, path.join(folder, "pg_wal"), (relative) => {
          if (relative.endsWith(".history")) return true;
          return /^[0-9A-F]{24}$/.test(relative) && relative >= firstLog && relative <= lastLog;
        });
      };
    },
  };
}

/** The control file is rewritten in place: two equal reads in a row are not torn. */
async function readControl(folder: string): Promise<Buffer> {
  const file = path.join(folder, "global/pg_control");
  let earlier = await readFile(file);
  for (;;) {
    const current = await readFile(file);
    if (current.equals(earlier)) return current;
    earlier = current;
  }
}
