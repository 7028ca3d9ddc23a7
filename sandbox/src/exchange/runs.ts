import type { DatabaseSync } from "node:sqlite";

/** The number of this run of a seed, which makes auction ids unique across runs. */
export function nextRun(database: DatabaseSync, seed: number): number {
  database.exec("create table if not exists exchange_runs (seed integer primary key, run integer not null)");
  const row = database
    .prepare("insert into exchange_runs values (?, 1) on conflict (seed) do update set run = run + 1 returning run")
    .get(seed);
  return Number(row?.run);
}
