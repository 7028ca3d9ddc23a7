import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { freezeEvents } from "@litfass/platform/clickhouse/freeze-sql";
import { beginServerBackup, nameOfDatabase } from "@litfass/platform/clickhouse/server-backup-sql";
import type { Config } from "@litfass/platform/config/config";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { CliError } from "../cli/cli-command.ts";
import { isInstallationRunning, takeRunLock } from "../run-lock.ts";
import type { BackupSource } from "./create-backup.ts";
import { requestFreeze } from "./freeze-route.ts";

/**
 * The stores of the installation in `config.dataDir`: those of the running processes, or, if none run, opened for this
 * command, which then keeps the installation from starting until `close`.
 */
export async function openBackupSource(
  config: Config,
  say: (line: string) => void,
): Promise<BackupSource & { close(): Promise<void> }> {
  const { dataDir, databaseUrl, clickhouseUrl, secrets, internalUrl } = config;
  const folder = path.join(dataDir, "postgres");
  const call = { internalUrl, secret: secrets.internal[0], now: () => new Date() };
  const holdsFiles = config.bucket === null;
  const onServer = serverBackupOf(config);
  const requested = (name: string) => requestFreeze(call, name);
  if (databaseUrl !== null) {
    // Processes on a server of their own take no lock: the API, which has the event store, must run.
    const freeze = clickhouseUrl === null ? requested : null;
    return {
      dataDir,
      databaseUrl,
      postgresFolder: null,
      holdsFiles,
      freeze,
      beginServerBackup: onServer,
      close: async () => {},
    };
  }
  if (!existsSync(path.join(folder, "PG_VERSION"))) throw new CliError(`There is no installation in ${dataDir}`);
  if (isInstallationRunning(dataDir)) {
    const url = runningPostgresUrl(folder, secrets.database);
    const freeze = clickhouseUrl === null ? requested : null;
    return {
      dataDir,
      databaseUrl: url,
      postgresFolder: realpathSync(folder),
      holdsFiles,
      freeze,
      beginServerBackup: onServer,
      close: async () => {},
    };
  }
  const lock = await takeRunLock(dataDir, say);
  const postgres = await startEmbeddedPostgres({ folder, password: secrets.database, say });
  const clickhouse =
    clickhouseUrl === null ? await connectClickHouse({ url: null, folder: path.join(dataDir, "clickhouse") }) : null;
  return {
    dataDir,
    databaseUrl: postgres.url,
    postgresFolder: realpathSync(folder),
    holdsFiles,
    freeze: clickhouse && ((name) => freezeEvents(clickhouse, name)),
    beginServerBackup: onServer,
    async close() {
      await clickhouse?.close();
      await postgres.stop();
      lock.release();
    },
  };
}

/** How the ClickHouse server of the settings is told to back itself up. */
function serverBackupOf(config: Config): BackupSource["beginServerBackup"] {
  const { clickhouseUrl: url, clickhouseCluster: cluster, clickhouseBackups: place, dataDir: folder } = config;
  if (url === null || place === null) return null;
  return async (name) => {
    const clickhouse = await connectClickHouse({ url, cluster, folder });
    const database = await nameOfDatabase(clickhouse);
    const { events, written } = await beginServerBackup(clickhouse, place, name, { isReplicated: cluster !== null });
    return { database, events, written: written.finally(() => clickhouse.close()) };
  };
}

/** The embedded server takes a free port at each start and records it in the fourth line of its note. */
export function runningPostgresUrl(folder: string, password: string): string {
  const port = Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[3]);
  if (!Number.isInteger(port)) throw new CliError(`The database in ${folder} is starting or stopping; try again`);
  return `postgres://litfass:${encodeURIComponent(password)}@127.0.0.1:${port}/litfass`;
}
