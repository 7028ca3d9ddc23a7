import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../postgres/postgres.ts";

/** A column of encrypted texts. Declared by the module that owns the table. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key, text columns. */
  key: readonly [string, ...string[]];
  /** Only the row with this key: the others hold something else. */
  onlyKey?: string;
  /** The encryption purpose. */
  purpose: string;
};

export type SealedValue = { key: string[]; sealed: string };

const columnsOf = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
const valuesOf = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** The next values after a key, in the order of the keys. */
export async function listSealedValues(
  db: Executor,
  { table, column, key, onlyKey }: SealedColumn,
  after: readonly string[] | null,
  limit: number,
): Promise<SealedValue[]> {
  const [first] = key;
  const { rows } = await db.execute<SealedValue>(sql`
    select array[${columnsOf(key)}]::text[] as key, ${sql.identifier(column)} as sealed from ${sql.identifier(table)}
    where ${sql.identifier(column)} is not null
      ${after === null ? sql`` : sql`and (${columnsOf(key)}) > (${valuesOf(after)})`}
      ${onlyKey === undefined ? sql`` : sql`and ${sql.identifier(first)} = ${onlyKey}`}
    order by ${columnsOf(key)} limit ${limit}`);
  return rows;
}

/** Stores the same text encrypted again. False if the row has another value by now. */
export async function replaceSealedValue(
  db: Executor,
  { table, column, key }: SealedColumn,
  value: SealedValue,
  sealed: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sealed}
    where (${columnsOf(key)}) = (${valuesOf(value.key)}) and ${sql.identifier(column)} = ${value.sealed}`);
  return rowCount === 1;
}
