import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { createBackupKey, encrypterOf, readBackupKey } from "../backup/backup-key.ts";
import { type Backup, createBackup } from "../backup/create-backup.ts";
import { openBackupSource } from "../backup/open-source.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, readArguments, UsageError } from "./cli-command.ts";
import { formatBytes } from "./format-bytes.ts";

/** Creates the key that backups are encrypted with. */
export const backupKey: CliCommand = {
  name: "backup-key",
  usage: "FILE",
  about: "creates a key for backups and prints its public key, which is enough to write them",
  async run(args, { say }) {
    const [file = ""] = readArguments(args, ["FILE"], {}).positionals;
    say(`Public key: ${await createBackupKey(file)}`);
    say(`${file} is needed to restore backups: store a copy of it outside this machine`);
    return 0;
  },
};

/** Backs up the installation in DATA_DIR, running or stopped. */
export const backup: CliCommand = {
  name: "backup",
  usage: "FILE|FOLDER --key-file FILE [--keep COUNT]",
  about: "backs up all stores, files and secrets to one encrypted file while Litfass runs",
  async run(args, { env, say }) {
    const { positionals, values } = readArguments(args, ["FILE|FOLDER"], {
      "key-file": { type: "string" },
      keep: { type: "string" },
    });
    const [target = ""] = positionals;
    if (!values["key-file"]) throw new UsageError("--key-file is missing");
    const keep = values.keep === undefined ? null : Number(values.keep);
    const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (keep !== null && !(Number.isInteger(keep) && keep > 0)) throw new UsageError("--keep is a number from 1");
    if (keep !== null && !isFolder) throw new UsageError("--keep needs an existing folder");
    const key = readBackupKey(values["key-file"]);
    const begun = new Date();
    const file = isFolder ? path.join(target, nameAt(begun)) : target;
    const source = await openBackupSource(readAppConfig(env), say);
    try {
      describe(await createBackup(source, file, await encrypterOf(key)), say);
    } finally {
      await source.close();
    }
    say(`${file} written in ${Math.ceil((Date.now() - begun.getTime()) / 1000)} s`);
    if (keep !== null) removeOld(target, keep, say);
    return 0;
  },
};

function describe({ header, manifest, bytes, pausedMs }: Backup, say: (line: string) => void): void {
  for (const [part, { files, bytes: size }] of Object.entries(manifest.parts)) {
    if (files > 1) say(`${part.padEnd(12)}${String(files).padStart(8)} entries, ${formatBytes(size)}`);
  }
  if (!header.holds.postgres)
    say("warning: PostgreSQL is a server of its own (DATABASE_URL): back it up with its own tools");
  if (manifest.serverEvents)
    say(`ClickHouse's server made its backup ${manifest.serverEvents.name} of the same moment`);
  else if (!header.holds.clickhouse)
    say("warning: ClickHouse is a server of its own and not in this backup: set CLICKHOUSE_BACKUP_URL");
  if (!header.holds.files) say("warning: files are in a bucket (FILES_URL): back it up with the service's own tools");
  say(`${formatBytes(bytes)} encrypted; the intake of events was paused for ${Math.ceil(pausedMs)} ms`);
}

const ownName = /^litfass-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/;

const nameAt = (at: Date): string => `litfass-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;

/** Names sort by time. Only files with the exact name of a backup are removed. */
function removeOld(folder: string, keep: number, say: (line: string) => void): void {
  const names = readdirSync(folder).filter((name) => ownName.test(name));
  for (const name of names.sort().slice(0, -keep)) {
    rmSync(path.join(folder, name));
    say(`${name} removed: ${keep} backups stay`);
  }
}
