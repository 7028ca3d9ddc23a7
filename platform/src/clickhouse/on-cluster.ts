const kinds = ["create table if not exists", "create materialized view if not exists", "alter table", "truncate table"];
const changes = new RegExp(`^(${[...kinds, "detach table", "attach table(?: if not exists)?"].join("|")}) (\\w+)`, "i");

/** Longer than a batch waits in the journal of an ad server; the window of one server does not end by time. */
const windowSeconds = 30 * 86_400;

/**
 * A statement of a migration for a cluster of one shard: run on every replica, with replicated tables. Reading and
 * inserting statements stay, because any replica has all rows.
 */
export function onCluster(statement: string, cluster: string): string {
  if (!changes.test(statement)) return statement;
  return statement
    .replace(changes, (_whole, change: string, table: string) => `${change} ${table} on cluster '${cluster}'`)
    .replace(/\bengine = (\w*MergeTree)\b/i, "engine = Replicated$1")
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/i,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${windowSeconds}`,
    )
    .replace(/\bmutations_sync = 1\b/, "mutations_sync = 2");
}

/** A read sees every insert that was acknowledged, whichever replica answers: the books are compared with it. */
export const clusterSettings = {
  insert_quorum: "auto",
  insert_quorum_parallel: 0,
  select_sequential_consistency: 1,
} as const;
