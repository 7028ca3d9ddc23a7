import os from "node:os";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { restoreServerBackup } from "@litfass/platform/clickhouse/server-backup-sql";
import { decrypterOf, readBackupKey } from "../backup/backup-key.ts";
import type { BackupHeader, BackupManifest } from "../backup/manifest.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { verifyBackup } from "../backup/verify-backup.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, CliError, readArguments, UsageError } from "./cli-command.ts";

/** Restores a backup into a new data folder. */
export const restore: CliCommand = {
  name: "restore",
  usage: "FILE FOLDER --key-file FILE",
  about: "restores a backup into an empty folder, from which Litfass is then started (DATA_DIR)",
  async run(args, { env, say }) {
    const { positionals, values } = readArguments(args, ["FILE", "FOLDER"], { "key-file": { type: "string" } });
    const [file = "", folder = ""] = positionals;
    const { header, manifest } = await restoreBackup(
      file,
      decrypterOf(keyOf(values["key-file"])),
      path.resolve(folder),
    );
    say(`Restored the state of ${header.createdAt} (version ${header.version}) to ${path.resolve(folder)}`);
    if (!header.holds.postgres) say("PostgreSQL is not in this backup: restore its own one of the same moment first");
    if (!header.holds.files) say("Files are not in this backup: restore the bucket of the same moment first");
    if (manifest.serverEvents) await restoreEvents(manifest, { ...env, DATA_DIR: path.resolve(folder) }, say);
    else if (!header.holds.clickhouse)
      say("ClickHouse is not in this backup: restore its own one of the same moment first");
    for (const line of unusedParts(header, env)) say(line);
    say(`Start it with DATA_DIR=${path.resolve(folder)} and the settings of the installation`);
    return 0;
  },
};

/** What was restored to the folder although the settings name a server or a bucket, which would be used instead of it. */
export function unusedParts({ holds }: BackupHeader, env: NodeJS.ProcessEnv): string[] {
  return [
    holds.postgres && env.DATABASE_URL
      ? "warning: DATABASE_URL names a server, which is used instead of the restored folder postgres: move that there first"
      : "",
    holds.clickhouse && env.CLICKHOUSE_URL
      ? "warning: CLICKHOUSE_URL names a server, which is used instead of the restored folder clickhouse: see copy-events"
      : "",
    holds.files && env.FILES_URL
      ? "warning: FILES_URL names a bucket, which is used instead of the restored folder files: see copy-files"
      : "",
  ].filter((line) => line !== "");
}

/** Proves that a backup can be restored. */
export const verify: CliCommand = {
  name: "verify-backup",
  usage: "FILE --key-file FILE [--scratch FOLDER]",
  about: "restores a backup into a temporary folder, compares all counts and proves the books",
  async run(args, { env, say }) {
    const { positionals, values } = readArguments(args, ["FILE"], {
      "key-file": { type: "string" },
      scratch: { type: "string" },
    });
    const [file = ""] = positionals;
    const decrypter = decrypterOf(keyOf(values["key-file"]));
    const results = await verifyBackup(file, decrypter, values.scratch ?? os.tmpdir(), readAppConfig(env));
    for (const { check, ok, found } of results) say(`${ok ? "ok     " : "failed "} ${check}: ${found}`);
    return results.every(({ ok }) => ok) ? 0 : 1;
  },
};

/** Restores the backup of a ClickHouse server into the empty database of CLICKHOUSE_URL. */
async function restoreEvents(
  { serverEvents, events }: BackupManifest,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<void> {
  const { clickhouseUrl: url, clickhouseBackups: place, dataDir } = readAppConfig(env);
  if (serverEvents === null) return;
  if (url === null || place === null)
    return say(
      `ClickHouse's backup ${serverEvents.name} is not restored: set CLICKHOUSE_URL and CLICKHOUSE_BACKUP_URL`,
    );
  // Without the cluster: a restored replicated table copies itself to the other replicas.
  const clickhouse = await connectClickHouse({ url, folder: dataDir });
  try {
    const found = await restoreServerBackup(clickhouse, place, serverEvents);
    if (found.events !== events?.events || found.chargeMicros !== events.chargeMicros)
      throw new CliError(`ClickHouse has ${found.events} events instead of ${events?.events ?? 0} after the restore`);
    say(`ClickHouse has ${found.events} events with charges of ${found.chargeMicros} micros, as in the backup`);
  } finally {
    await clickhouse.close();
  }
}

function keyOf(file: string | undefined) {
  if (!file) throw new UsageError("--key-file is missing");
  return readBackupKey(file);
}
