import type { ClickHouse } from "./clickhouse.ts";

/** Rows that are held in memory at once: about 100 MB of events. */
const rowsAtOnce = 500_000;

export type CopiedTable = { table: string; rows: number };

/**
 * Copies every table of one event store into an empty one of the same schema, rollups as they are: they hold more than
 * the events could give again. Needs a source that nobody writes to.
 * @throws if the target has events, or another number of rows afterwards.
 */
export async function copyStore(
  source: ClickHouse,
  target: ClickHouse,
  onTable: (copied: CopiedTable) => void,
): Promise<void> {
  const tables = await tablesOf(source);
  for (const table of tables) {
    if ((await rowsOf(target, table)) > 0) throw new Error(`${table} has rows already: empty the database first`);
  }
  // Parts are read by name, so they must stay.
  await source.command({ query: "system stop merges" });
  const views = await viewsOf(target);
  try {
    // Otherwise they would add what is copied into the rollups once more.
    for (const view of views) await target.define(`detach table ${view} sync`);
    for (const table of tables) {
      const rows = await copyTable(source, target, table);
      onTable({ table, rows });
    }
  } finally {
    for (const view of views) await target.define(`attach table if not exists ${view}`);
    await source.command({ query: "system start merges" });
  }
}

async function copyTable(source: ClickHouse, target: ClickHouse, table: string): Promise<number> {
  const parts = await listOf<{ name: string; rows: string }>(
    source,
    `select name, toString(rows) as rows from system.parts
     where database = currentDatabase() and active and table = '${table}' order by name`,
  );
  let copied = 0;
  for (const { name, rows } of parts) {
    for (let from = 0; from < Number(rows); from += rowsAtOnce) {
      const { stream } = await source.exec({
        query: `select * from ${table} where _part = '${name}' and _part_offset >= ${from}
          and _part_offset < ${from + rowsAtOnce} format Native`,
      });
      await target.insertNative(`insert into ${table}`, Buffer.concat(await stream.toArray()));
    }
    copied += Number(rows);
  }
  // Summing tables may merge what arrives, so that they hold fewer rows than were sent.
  const arrived = await rowsOf(target, table);
  if (table === "ad_events" && arrived !== copied) throw new Error(`${arrived} of ${copied} rows of ${table} arrived`);
  return copied;
}

async function listOf<Row>(store: ClickHouse, query: string): Promise<Row[]> {
  return (await store.query({ query, format: "JSONEachRow" })).json<Row>();
}

const namesOf = async (store: ClickHouse, where: string): Promise<string[]> =>
  (
    await listOf<{ name: string }>(
      store,
      `select name from system.tables where database = currentDatabase() and ${where} order by name`,
    )
  ).map(({ name }) => name);

const tablesOf = (store: ClickHouse): Promise<string[]> =>
  namesOf(store, "engine like '%MergeTree' and name != 'migrations'");

const viewsOf = (store: ClickHouse): Promise<string[]> => namesOf(store, "engine = 'MaterializedView'");

async function rowsOf(store: ClickHouse, table: string): Promise<number> {
  const [row] = await listOf<{ rows: string }>(store, `select toString(count()) as rows from ${table}`);
  return Number(row?.rows ?? 0);
}
