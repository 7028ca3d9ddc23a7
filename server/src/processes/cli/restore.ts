import os from "node:os";
import path from "node:path";
import { decrypterOf, readBackupKey } from "../backup/backup-key.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { verifyBackup } from "../backup/verify-backup.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, readArguments, UsageError } from "./cli-command.ts";

/** Restores a backup into a new data folder. */
export const restore: CliCommand = {
  name: "restore",
  usage: "FILE FOLDER --key-file FILE",
  about: "restores a backup into an empty folder, from which Litfass is then started (DATA_DIR)",
  async run(args, { say }) {
    const { positionals, values } = readArguments(args, ["FILE", "FOLDER"], { "key-file": { type: "string" } });
    const [file = "", folder = ""] = positionals;
    const { header } = await restoreBackup(file, decrypterOf(keyOf(values["key-file"])), path.resolve(folder));
    say(`Restored the state of ${header.createdAt} (version ${header.version}) to ${path.resolve(folder)}`);
    if (!header.holds.postgres) say("PostgreSQL is not in this backup: restore its own one of the same moment first");
    if (!header.holds.files) say("Files are not in this backup: restore the bucket of the same moment first");
    if (!header.holds.clickhouse) say("ClickHouse is not in this backup: restore its own one of the same moment first");
    say(`Start it with DATA_DIR=${path.resolve(folder)} and the settings of the installation`);
    return 0;
  },
};

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

function keyOf(file: string | undefined) {
  if (!file) throw new UsageError("--key-file is missing");
  return readBackupKey(file);
}
