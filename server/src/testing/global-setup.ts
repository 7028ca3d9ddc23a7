import { chmodSync, rmSync } from "node:fs";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { createLog } from "@litfass/platform/log/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { systemRandom } from "@litfass/platform/random";
import type { TestProject } from "vitest/node";
import { newMemoryFolder } from "./memory-folder.ts";

/** One PostgreSQL and one event store for a whole test run, both migrated: each test file copies them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = newMemoryFolder("litfass-tests-");
  // The user postgres must be able to traverse the folder when tests run as root.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, "postgres"),
    password: systemRandom.bytes(24).toString("base64url"),
    say: (line) => console.log(line),
    // The data is discarded afterwards, so there is no need for fsync, nor for a long log that fills the memory.
    settings: [
      "fsync=off",
      "synchronous_commit=off",
      "full_page_writes=off",
      "max_wal_size=256MB",
      "max_connections=300",
    ],
  });
  const log = createLog({ level: "silent", process: "test" });
  await migratePostgres(server.url, log);
  project.provide("postgresTemplate", server.url);
  const eventStore = path.join(folder, "clickhouse");
  const clickhouse = await connectClickHouse({ url: null, folder: eventStore });
  await migrateClickHouse(clickhouse, log);
  await clickhouse.close();
  project.provide("clickHouseTemplate", eventStore);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
