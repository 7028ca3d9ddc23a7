import type { Log } from "../log/log.ts";
import { migrationsFolder, pendingMigrations, readMigrationFiles } from "../postgres/migration-files.ts";
import type { ClickHouse } from "./clickhouse.ts";

/**
 * Updates the event store. ClickHouse has no transactions: each statement of a file must be repeatable (`if not
 * exists`), and a file is recorded after its last statement. Statements end with a semicolon at the end of a line.
 * @returns names of the applied files.
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  log: Log,
  folder = migrationsFolder("clickhouse"),
): Promise<string[]> {
  await clickhouse.define(
    `create table if not exists migrations (name String, checksum String, applied_at DateTime64(3) default now64(3))
      engine = MergeTree order by name`,
  );
  const result = await clickhouse.query({ query: "select name, checksum from migrations", format: "JSONEachRow" });
  const history = await result.json<{ name: string; checksum: string }>();
  const pending = pendingMigrations(readMigrationFiles(folder), history);
  for (const file of pending) {
    const statements = statementsOf(file.sql);
    const views = statements.flatMap((statement) => /^alter table (\w+) modify query\b/i.exec(statement)?.[1] ?? []);
    for (const statement of [...views.map(attached), ...statements, ...views.flatMap(loadedAgain)]) {
      try {
        await clickhouse.define(statement);
      } catch (error) {
        throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await clickhouse.command({
      query: "insert into migrations (name, checksum) values ({name:String}, {checksum:String})",
      query_params: { name: file.name, checksum: file.checksum },
    });
    log.info({ migration: file.name }, "event store migration applied");
  }
  return pending.map((file) => file.name);
}

/** An interrupted migration may have left a view detached. */
const attached = (view: string): string => `attach table if not exists ${view}`;

/**
 * Until a changed view is loaded again, ClickHouse deduplicates what it writes under another ID than after a restart: a
 * batch repeated after a crash would count twice in the rollup.
 */
const loadedAgain = (view: string): string[] => [`detach table ${view} sync`, `attach table ${view}`];

/** The statements of a file, without comments. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^[ \t]*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
