import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type pg from "pg";

const folder = path.join(import.meta.dirname, "../fixtures/upgrades/statements");

/** The statements that processes of earlier versions send to PostgreSQL, by version. */
export const recordedStatements = (): [version: string, statements: string[]][] =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const text = gunzipSync(readFileSync(path.join(folder, file))).toString("utf8");
      return [file.replace(".json.gz", ""), JSON.parse(text) as string[]];
    });

/** The statements that the database's schema does not serve, and why: missing tables, columns, functions, types. */
export async function cannotPrepare(
  client: pg.Client,
  statements: string[],
): Promise<{ text: string; reason: string }[]> {
  const found: { text: string; reason: string }[] = [];
  for (const text of statements) {
    try {
      await client.query(`prepare recorded as ${text}`);
      await client.query("deallocate recorded");
    } catch (error) {
      found.push({ text, reason: (error as Error).message });
    }
  }
  return found;
}

/** `table.column` that a statement's insert leaves out although the schema requires a value. */
export async function missingInInserts(client: pg.Client, statements: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
    group by c.relname`);
  const required = new Map(rows.map(({ name, columns }) => [name, columns]));
  const found = new Set<string>();
  for (const text of statements) {
    for (const [, table = "", list = ""] of text.matchAll(/insert into "?(\w+)"?(?: as \w+)? \(([^()]*)\)/gi)) {
      const given = new Set(list.split(",").map((column) => column.trim().replaceAll('"', "")));
      for (const column of required.get(table) ?? []) if (!given.has(column)) found.add(`${table}.${column}`);
    }
  }
  return [...found].sort();
}
