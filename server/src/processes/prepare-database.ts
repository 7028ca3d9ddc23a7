import { installationMode } from "@litfass/platform/installation/installation-sql";
import { errorWithoutValues } from "@litfass/platform/log/describe-error";
import { createLog } from "@litfass/platform/log/log";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { StartError } from "@litfass/platform/process/lifetime";

/**
 * Migrates the database of DATABASE_URL and writes its mode as the last line. A process of its own, because what it loads
 * would stay in the memory of the one that waits for all others.
 */
try {
  const [production] = process.argv.slice(2);
  const databaseUrl = process.env.DATABASE_URL ?? "";
  await migratePostgres(databaseUrl, createLog({ level: "warn", process: "migrate" }));
  const mode = await installationMode(databaseUrl, production === "production");
  process.stdout.write(`\n${JSON.stringify({ production: mode.production, isSeeded: mode.demoSeededAt !== null })}\n`);
} catch (error) {
  console.error(error instanceof StartError ? error.message : errorWithoutValues(error));
  process.exitCode = error instanceof StartError ? 2 : 1;
}
