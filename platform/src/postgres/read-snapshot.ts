import type { Database, Transaction } from "./postgres.ts";

/**
 * Runs several queries on one read-only snapshot of the database.
 * @param maxDurationMs time limit of one statement
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
