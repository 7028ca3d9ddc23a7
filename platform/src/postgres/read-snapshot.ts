import type { Database, Transaction } from "./postgres.ts";

/**
 * Runs several queries on the database as it is at one moment. The database refuses writes in it.
 * @param maxDurationMs how long one statement may take
 */
export const readSnapshot = <T>(
  db: Database,
  maxDurationMs: number,
  read: (snapshot: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(
    async (snapshot) => {
      await snapshot.execute(`set local statement_timeout = ${Math.trunc(maxDurationMs)}`);
      return read(snapshot);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
