import pg from "pg";
import { watchErrors } from "./postgres.ts";

/** Locks of all processes of an installation; any two different constants work. */
export const eventStoreLock = 4_836_190_272;

/**
 * Runs `work` while no other process of the database holds the same lock, waiting for it as long as needed. A process
 * that dies releases the lock with its connection.
 */
export async function whileLocked<Result>(url: string, lock: number, work: () => Promise<Result>): Promise<Result> {
  const client = watchErrors(new pg.Client({ connectionString: url, application_name: "litfass-lock" }));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    return await work();
  } finally {
    await client.end();
  }
}
