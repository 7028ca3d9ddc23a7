import { maxCounted } from "@litfass/contract/kernel/max-counted";
import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "./postgres.ts";

/**
 * Counts rows up to `maxCounted`, so that the total of a list that grows for years costs no more than a part of it.
 * `rows` is a query of any columns.
 */
export async function countUpTo(db: Executor, rows: SQL): Promise<number> {
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${rows} limit ${maxCounted}) counted`,
  );
  return counted[0]?.total ?? 0;
}
