import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type pg from "pg";

/**
 * A database left by an earlier version: its migrations and its rows. `rows` are JSON as text, because amounts exceed
 * JavaScript's numbers.
 */
export type EarlierDatabase = {
  version: string;
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[]; count: number; rows: string }[];
};

const folder = path.resolve(import.meta.dirname, "../fixtures/upgrades");

export const earlierVersions = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json.gz"))
    .sort();

export const readEarlier = (file: string): EarlierDatabase =>
  JSON.parse(gunzipSync(readFileSync(path.join(folder, file))).toString("utf8")) as EarlierDatabase;

/** Event tables are sampled; referenced tables are complete. */
const sampleRows = 200;
/** Only the beginning of files stored in rows matters. */
const fileBytes = 64;

/** Reads a database for a fixture. */
export async function exportDatabase(client: pg.Client, version: string): Promise<EarlierDatabase> {
  const history = await client.query("select name, checksum from migrations order by name");
  const { rows } = await client.query<{ name: string; columns: string[]; read: string; is_referred: boolean }>(`
    select t.table_name as name,
           array_agg(c.column_name::text order by c.ordinal_position) as columns,
           string_agg(case c.data_type
             when 'bytea' then format('substring(%1$I for ${fileBytes}) as %1$I', c.column_name)
             else quote_ident(c.column_name) end, ', ' order by c.ordinal_position) as read,
           exists (select from pg_constraint
                   where contype = 'f' and confrelid = format('public.%I', t.table_name)::regclass) as is_referred
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and t.table_name <> 'migrations'
    group by t.table_name order by t.table_name`);
  const tables: EarlierDatabase["tables"] = [];
  for (const { name, columns, read: list, is_referred } of rows) {
    const limit = is_referred ? "" : `limit ${sampleRows}`;
    const sample = await client.query<{ count: number; rows: string }>(
      `select count(*)::int as count, coalesce(json_agg(r), '[]')::text as rows
       from (select ${list} from ${client.escapeIdentifier(name)} order by 1 ${limit}) r`,
    );
    const [row = { count: 0, rows: "[]" }] = sample.rows;
    if (row.count > 0) tables.push({ name, columns, ...row });
  }
  return { version, migrations: history.rows, tables };
}

/** Inserts the rows of a fixture into a database with its version's tables. */
export async function insertRows(client: pg.Client, { tables }: EarlierDatabase): Promise<void> {
  // Rows were consistent when read, so order and triggers do not matter.
  await client.query("set session_replication_role = replica");
  // Rows inserted by migrations are included.
  await client.query(`do $$ declare names text; begin
    select string_agg(format('%I', tablename), ', ') into names
    from pg_tables where schemaname = 'public' and tablename <> 'migrations';
    execute 'truncate ' || names;
  end $$`);
  for (const { name, columns, rows } of tables) {
    const table = client.escapeIdentifier(name);
    const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
    await client.query(
      `insert into ${table} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    );
    await advanceSequences(client, name);
  }
  await client.query("set session_replication_role = origin");
}

/** New rows get numbers above the inserted ones. */
async function advanceSequences(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select column_name as name, pg_get_serial_sequence($1, column_name) as sequence
     from information_schema.columns
     where table_schema = 'public' and table_name = $2 and pg_get_serial_sequence($1, column_name) is not null`,
    [client.escapeIdentifier(table), table],
  );
  for (const { name, sequence } of rows) {
    const top = `select greatest(max(${client.escapeIdentifier(name)}), 1) from ${client.escapeIdentifier(table)}`;
    await client.query(`select setval($1, (${top}))`, [sequence]);
  }
}
