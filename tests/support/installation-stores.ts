import { readFileSync } from "node:fs";
import path from "node:path";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { createLog } from "@litfass/platform/log/log";
import { connectPostgres, type Postgres } from "@litfass/platform/postgres/postgres";

/** URL of the embedded database of a running installation. */
export function databaseUrlOf(dataDir: string): string {
  const { database } = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")) as { database: string };
  const port = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[3];
  return `postgres://litfass:${database}@127.0.0.1:${port}/litfass`;
}

/** The embedded database of a running installation, as the app role. Close it before the installation stops. */
export const openDatabase = (dataDir: string): Postgres =>
  connectPostgres(databaseUrlOf(dataDir), { log: createLog({ level: "silent", process: "test" }) });

/** The event store of a stopped installation, because only one process may open it. */
export const openEventStore = (dataDir: string): Promise<ClickHouse> =>
  connectClickHouse({ url: null, folder: path.join(dataDir, "clickhouse") });
