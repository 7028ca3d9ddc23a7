import pg from "pg";
import { PgBoss } from "pg-boss";
import { recordRelease, refuseLaterRelease } from "../installation/release-sql.ts";
import { jobsSchema } from "../jobs/jobs.ts";
import type { Log } from "../log/log.ts";
import { StartError } from "../process/lifetime.ts";
import { migrationsFolder, pendingMigrations, readMigrationFiles } from "./migration-files.ts";
import { appRole, sqlStateOf } from "./postgres.ts";

/** The oldest major version that is tested. */
const oldestPostgres = 15;

/** Any constant works: it serializes the migrations of starting processes. */
const migrationLock = 4_836_190_271;

/**
 * Migrates the database at `url` (the owner's): the job queue's schema, then each new file in its own transaction. A
 * statement that waits over 10 s for a lock fails instead of blocking the server.
 * @returns names of the applied files.
 * @throws StartError for a server that is too old, for a database that is not UTF-8, for a role that cannot be created, and if a
 * later release has used the database.
 */
export async function migratePostgres(url: string, log: Log, folder = migrationsFolder("postgres")): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "litfass-migrate" });
  client.on("error", (error) => log.warn({ err: error }, "the migration connection broke"));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query("set lock_timeout = '10s'");
    const version = await requireVersion(client);
    await requireUnicode(client);
    await refuseLaterRelease(client, folder);
    await requireAppRole(client, version);
    await installJobs(url, client, log);
    const applied = await applyFiles(client, folder, log);
    await recordRelease(client);
    return applied;
  } finally {
    await client.end();
  }
}

async function applyFiles(client: pg.Client, folder: string, log: Log): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const history = await client.query<{ name: string; checksum: string }>("select name, checksum from migrations");
  const pending = pendingMigrations(readMigrationFiles(folder), history.rows);
  for (const file of pending) {
    try {
      await client.query("begin");
      await client.query(file.sql);
      await client.query("insert into migrations (name, checksum) values ($1, $2)", [file.name, file.checksum]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
    }
    log.info({ migration: file.name }, "migration applied");
  }
  return pending.map((file) => file.name);
}

/** The server's version as a number such as 150004. */
async function requireVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string; text: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as text",
  );
  const version = Number(rows[0]?.number ?? 0);
  if (version < oldestPostgres * 10_000) {
    throw new StartError(`PostgreSQL ${oldestPostgres} or later is needed, and the server is ${rows[0]?.text}`);
  }
  return version;
}

/** Other encodings cannot store most names, or accept bytes that are not text. A database cannot change its encoding. */
async function requireUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  if (rows[0]?.encoding === "UTF8") return;
  throw new StartError(
    `the database's encoding is ${rows[0]?.encoding}: create it again with "create database NAME owner USER encoding 'UTF8' template template0"`,
  );
}

/**
 * The role of the processes. Roles are server-wide, so another database or the server's administrator may have created
 * it already; then the database's owner needs no right to create roles, only membership.
 */
async function requireAppRole(client: pg.Client, version: number): Promise<void> {
  const isThere = await client.query("select from pg_roles where rolname = $1", [appRole]);
  if (isThere.rowCount === 0) {
    await orExplain(
      client.query(`do $$ begin
        create role ${appRole} nologin;
      exception when duplicate_object or unique_violation then null; end $$`),
    );
  }
  // The right to act as a role was part of membership before PostgreSQL 16.
  const right = version >= 160_000 ? "set" : "member";
  const { rows } = await client.query<{ member: boolean }>(
    "select rolsuper or pg_has_role(current_user, $1, $2) as member from pg_roles where rolname = current_user",
    [appRole, right],
  );
  if (!rows[0]?.member) await orExplain(client.query(`grant ${appRole} to current_user`));
  await grantToAppRole(client);
}

/** @throws StartError with what to run as an administrator if this user may not do it */
async function orExplain(query: Promise<unknown>): Promise<void> {
  try {
    await query;
  } catch (error) {
    if (sqlStateOf(error) !== "42501") throw error;
    throw new StartError(
      `the database's user may not create the role ${appRole}; let an administrator run ` +
        `"create role ${appRole} nologin; grant ${appRole} to <the user of DATABASE_URL>"`,
    );
  }
}

async function grantToAppRole(client: pg.Client): Promise<void> {
  await client.query(`grant usage on schema public to ${appRole}`);
  await client.query(`alter default privileges in schema public
    grant select, insert, update, delete on tables to ${appRole}`);
  await client.query(`alter default privileges in schema public grant usage, select on sequences to ${appRole}`);
}

/** The processes run the queue as the app role, which cannot change its schema. */
async function installJobs(url: string, client: pg.Client, log: Log): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobsSchema,
    application_name: "litfass-migrate",
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue's installation reported an error"));
  await boss.start();
  await boss.stop({ graceful: false });
  await client.query(`grant usage on schema ${jobsSchema} to ${appRole}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${jobsSchema} to ${appRole}`);
  await client.query(`grant usage, select on all sequences in schema ${jobsSchema} to ${appRole}`);
  await client.query(`grant execute on all functions in schema ${jobsSchema} to ${appRole}`);
}
