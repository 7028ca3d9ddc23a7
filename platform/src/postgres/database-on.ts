import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/**
 * Drizzle on a pool. Its own transactions never return a connection whose BEGIN fails, as it does on one that was cut while it was
 * idle: after as many cuts as the pool has connections, every later call would wait forever.
 */
export function databaseOn(pool: pg.Pool): NodePgDatabase {
  const db = drizzle({ client: pool });
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(run, config);
    } finally {
      // The pool drops a connection that is broken.
      client.release();
    }
  };
  return db;
}
