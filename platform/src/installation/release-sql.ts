import type pg from "pg";
import { migrationsFolder, readMigrationFiles } from "../postgres/migration-files.ts";
import { StartError } from "../process/lifetime.ts";
import { isLaterVersion, version } from "./version.ts";

const releaseKey = "release";

/**
 * Refuses a database that a later release has used: what that release wrote may be unreadable for this one.
 * @throws StartError if its recorded release is later, or a migration was applied that this release does not have.
 */
export async function refuseLaterRelease(client: pg.ClientBase, folder = migrationsFolder("postgres")): Promise<void> {
  const release = await recordedRelease(client);
  const unknown = await unknownMigration(client, folder);
  const isLater = release !== null && isLaterVersion(release, version);
  if (!isLater && unknown === null) return;
  const reason = isLater
    ? `belongs to the later release ${release}`
    : `has the migration ${unknown} of a later release`;
  throw new StartError(
    `the database ${reason}, this is ${version}: install that release, or restore a backup made before the upgrade`,
  );
}

/** Records that this release has migrated the database. */
export async function recordRelease(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into installation (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value, noted_at = now() where installation.value <> excluded.value`,
    [releaseKey, version],
  );
}

/** The release that migrated the database last; null for one from before releases were recorded. */
export async function recordedRelease(client: pg.ClientBase): Promise<string | null> {
  if (!(await hasTable(client, "installation"))) return null;
  const { rows } = await client.query<{ value: string }>("select value from installation where key = $1", [releaseKey]);
  return rows[0]?.value ?? null;
}

async function unknownMigration(client: pg.ClientBase, folder: string): Promise<string | null> {
  if (!(await hasTable(client, "migrations"))) return null;
  const { rows } = await client.query<{ name: string }>("select name from migrations order by name");
  const known = new Set(readMigrationFiles(folder).map(({ name }) => name));
  return rows.find(({ name }) => !known.has(name))?.name ?? null;
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [name]);
  return rows[0]?.exists ?? false;
}
