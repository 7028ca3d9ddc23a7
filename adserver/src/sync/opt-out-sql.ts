import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Saves opt-outs; known ones keep their time. */
export async function addOptOuts(db: Executor, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.execute(sql`INSERT INTO visitor_opt_outs (visitor_key)
    SELECT DISTINCT unnest(${sql.param(keys)}::text[]) ON CONFLICT (visitor_key) DO NOTHING`);
}

/** Opt-outs of any process since then, newest first. */
export async function listOptOuts(db: Executor, since: Date): Promise<string[]> {
  const { rows } = await db.execute<{ visitor_key: string }>(sql`SELECT visitor_key FROM visitor_opt_outs
    WHERE opted_out_at > ${since.toISOString()}::timestamptz ORDER BY opted_out_at DESC LIMIT 1000000`);
  return rows.map(({ visitor_key: key }) => key);
}

/** Deletes what was stored about visitors: ads seen, and advertisers whose site or ads they know. */
export async function forgetVisitors(db: Executor, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const forgotten = sql`${sql.param(keys)}::text[]`;
  await db.execute(sql`DELETE FROM frequency_counts WHERE visitor_key = ANY(${forgotten})`);
  await db.execute(sql`DELETE FROM visitor_contacts WHERE visitor_key = ANY(${forgotten})`);
}

/** Deletes opt-outs from before a time. */
export async function deleteOptOuts(db: Executor, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM visitor_opt_outs WHERE opted_out_at < ${before.toISOString()}::timestamptz`);
}
