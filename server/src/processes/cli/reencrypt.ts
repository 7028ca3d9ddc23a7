import path from "node:path";
import { exchangeSealedColumns } from "@litfass/platform/exchanges/stored-exchange";
import { createLog } from "@litfass/platform/log/log";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { systemRandom } from "@litfass/platform/random";
import { lastingKeysColumn } from "@litfass/platform/security/lasting-keys";
import { reencrypt } from "@litfass/platform/security/reencrypt";
import type { SealedColumn } from "@litfass/platform/security/sealed-values-sql";
import { connectionSealedColumns } from "../../modules/connections/index.ts";
import { identitySealedColumns } from "../../modules/identity/index.ts";
import { runningPostgresUrl } from "../backup/open-source.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, readArguments } from "./cli-command.ts";

/** Everything that is stored encrypted with the signing key. */
export const sealedColumns: readonly SealedColumn[] = [
  lastingKeysColumn,
  ...exchangeSealedColumns,
  ...identitySealedColumns,
  ...connectionSealedColumns,
];

const shownRows = 10;

/** Ends the need for an older SIGNING_SECRET in the database. */
export const reencryptCommand: CliCommand = {
  name: "reencrypt",
  usage: "",
  about: "encrypts what is stored with the newest SIGNING_SECRET; can be repeated, also while Litfass runs",
  async run(args, { env, say }) {
    readArguments(args, [], {});
    const { databaseUrl, dataDir, secrets } = readAppConfig(env);
    const url = databaseUrl ?? runningPostgresUrl(path.join(dataDir, "postgres"), secrets.database);
    const log = createLog({ level: "error", process: "reencrypt" });
    const postgres = connectPostgres(url, { log, maxConnections: 1 });
    let unreadable = 0;
    try {
      for (const column of sealedColumns) {
        const name = `${column.table}.${column.column}`;
        const onPage = (read: number): void => say(`${name}: ${read} read`);
        const options = { db: postgres.db, keys: secrets.signing, random: systemRandom, onPage };
        const done = await reencrypt(column, options);
        say(`${name}: ${done.renewed} of ${done.total} encrypted again`);
        unreadable += done.unreadable.length;
        for (const row of done.unreadable.slice(0, shownRows)) say(`${name}: no key decrypts ${row}`);
      }
    } finally {
      await postgres.close();
    }
    if (unreadable === 0) say("everything is encrypted with the newest key");
    else say(`${unreadable} values need a key that is missing: add it to SIGNING_SECRET_FALLBACKS`);
    return unreadable === 0 ? 0 : 1;
  },
};
