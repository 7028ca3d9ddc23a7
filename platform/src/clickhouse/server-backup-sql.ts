import { setTimeout as wait } from "node:timers/promises";
import type { ClickHouse } from "./clickhouse.ts";
import { countEvents, type FrozenEvents } from "./freeze-sql.ts";

/** Where a ClickHouse server keeps its backups: below an S3 URL, or in a folder of a disk of the server. */
export type BackupPlace =
  | { kind: "s3"; url: string; credentials: { id: string; secret: string } | null }
  | { kind: "disk"; disk: string; folder: string };

export type ServerBackup = {
  /** What the backup holds: it is fixed as soon as this is known. */
  events: FrozenEvents;
  /** Resolves when the server has written the backup. @throws if it could not. */
  written: Promise<void>;
};

const namePattern = /^[\w.-]{1,80}$/;
const pollMs = 200;

/**
 * Begins a backup of the database by the server itself (`BACKUP … ASYNC`) and returns once it holds on to the parts of
 * all tables. Consistent across tables only while the intake is paused, which may resume then.
 * @param name of the backup at its place: letters, digits, `_`, `-` and dots.
 * @throws if the server refuses it.
 */
export async function beginServerBackup(
  clickhouse: ClickHouse,
  place: BackupPlace,
  name: string,
  { isReplicated }: { isReplicated: boolean },
): Promise<ServerBackup> {
  const database = await currentDatabase(clickhouse);
  if (isReplicated) await syncReplicas(clickhouse);
  const events = await countEvents(clickhouse);
  const id = await start(clickhouse, `backup database ${database} to ${placeOf(place, name)} async`);
  await until(clickhouse, id, ({ status, files }) => status !== creating || Number(files) > 0);
  const written = until(clickhouse, id, ({ status }) => status !== creating);
  // Not unhandled: it is awaited later.
  written.catch(() => {});
  return { events, written };
}

/**
 * Restores such a backup into the database, which must have none of its tables.
 * @returns what the database holds then.
 * @throws if the server refuses it, for example because a table has rows.
 */
export async function restoreServerBackup(
  clickhouse: ClickHouse,
  place: BackupPlace,
  { name, database }: { name: string; database: string },
): Promise<FrozenEvents> {
  const target = await currentDatabase(clickhouse);
  const from = `restore database ${identifier(database)} as ${target} from ${placeOf(place, name)} async`;
  await until(clickhouse, await start(clickhouse, from), ({ status }) => status !== "RESTORING");
  return countEvents(clickhouse);
}

/** The database of the connection. */
export async function nameOfDatabase(clickhouse: ClickHouse): Promise<string> {
  const rows = await rowsOf<{ name: string }>(clickhouse, "select currentDatabase() as name");
  return rows[0]?.name ?? "default";
}

const currentDatabase = async (clickhouse: ClickHouse): Promise<string> => identifier(await nameOfDatabase(clickhouse));

const identifier = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function placeOf(place: BackupPlace, name: string): string {
  if (!namePattern.test(name)) throw new Error(`Not a name for a backup: ${JSON.stringify(name)}`);
  if (place.kind === "disk") return `Disk(${literal(place.disk)}, ${literal(`${place.folder}${name}`)})`;
  const { url, credentials } = place;
  const given = credentials === null ? "" : `, ${literal(credentials.id)}, ${literal(credentials.secret)}`;
  return `S3(${literal(`${url}/${name}`)}${given})`;
}

const creating = "CREATING_BACKUP";
type Progress = { status: string; error: string; files: string };

async function start(clickhouse: ClickHouse, statement: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(clickhouse, statement);
  if (!row) throw new Error("ClickHouse did not say which backup it began");
  return row.id;
}

async function until(clickhouse: ClickHouse, id: string, isReached: (progress: Progress) => boolean): Promise<void> {
  for (;;) {
    const query = `select toString(status) as status, error, toString(num_files) as files from system.backups
      where id = ${literal(id)}`;
    const [progress] = await rowsOf<Progress>(clickhouse, query);
    if (!progress) throw new Error("ClickHouse was restarted during its backup");
    if (/FAILED|CANCELLED/.test(progress.status)) throw new Error(`ClickHouse: ${progress.error || progress.status}`);
    if (isReached(progress)) return;
    await wait(pollMs);
  }
}

/** A replica may lack what a majority of the others has acknowledged. */
async function syncReplicas(clickhouse: ClickHouse): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    clickhouse,
    "select name from system.tables where database = currentDatabase() and engine like 'Replicated%' order by name",
  );
  for (const { name } of tables) await clickhouse.command({ query: `system sync replica ${identifier(name)}` });
}

async function rowsOf<Row>(clickhouse: ClickHouse, query: string): Promise<Row[]> {
  return (await clickhouse.query({ query, format: "JSONEachRow" })).json<Row>();
}
