import { chmodSync, rmSync } from "node:fs";
import path from "node:path";
import { createLog } from "@litfass/platform/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { systemRandom } from "@litfass/platform/random";
import type { TestProject } from "vitest/node";
import { newMemoryFolder } from "./memory-folder.ts";

/** One PostgreSQL for a whole test run, with a migrated template database that each test file copies. */
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
  await migratePostgres(server.url, createLog({ level: "silent", process: "test" }));
  project.provide("postgresTemplate", server.url);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
