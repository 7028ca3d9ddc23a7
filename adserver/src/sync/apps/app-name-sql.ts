import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { AppNames } from "../../serving/app-names.ts";

/** Saves new and changed names of apps; those that cannot be saved are saved later. */
export async function saveAppNames(db: Executor, { unsaved }: AppNames): Promise<void> {
  if (unsaved.size === 0) return;
  // Ordered, so that processes lock rows in the same order.
  const taken = [...unsaved].sort(([a], [b]) => (a < b ? -1 : 1));
  await db.execute(sql`
    INSERT INTO app_names (bundle, name)
    SELECT * FROM unnest(${sql.param(taken.map(([bundle]) => bundle))}::text[], ${sql.param(taken.map(([, name]) => name))}::text[])
    ON CONFLICT (bundle) DO UPDATE SET name = excluded.name WHERE app_names.name <> excluded.name`);
  for (const [bundle, name] of taken) if (unsaved.get(bundle) === name) unsaved.delete(bundle);
}

/** The names of apps by bundle; those that no bid request named are absent. */
export async function listAppNames(db: Executor, bundles: readonly string[]): Promise<Map<string, string>> {
  if (bundles.length === 0) return new Map();
  const { rows } = await db.execute<{ bundle: string; name: string }>(
    sql`SELECT bundle, name FROM app_names WHERE bundle = ANY(${sql.param([...bundles])}::text[])`,
  );
  return new Map(rows.map(({ bundle, name }) => [bundle, name]));
}
