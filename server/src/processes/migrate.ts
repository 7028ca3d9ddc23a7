import { readInstallationConfig, requireDatabase } from "@litfass/platform/installation/installation-config";
import { createLog } from "@litfass/platform/log/log";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { runProcess } from "@litfass/platform/process/lifetime";
import { readAppConfig } from "./config.ts";

/**
 * Migrates PostgreSQL and exits: the first step where the processes are started one by one. The API process migrates
 * ClickHouse itself. With PRODUCTION=on it marks the database as a production one.
 */
async function migrate(): Promise<never> {
  const { databaseUrl, logLevel } = requireDatabase(readAppConfig(process.env));
  const log = createLog({ level: logLevel, process: "migrate" });
  const applied = await migratePostgres(databaseUrl, log);
  // Only a migrated database can say whether it is a production one.
  await readInstallationConfig(process.env, readAppConfig);
  log.info({ applied: applied.length }, "the database is up to date");
  process.exit(0);
}

await runProcess("migrate", migrate);
