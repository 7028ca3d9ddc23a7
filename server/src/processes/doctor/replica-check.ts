import { createLog } from "@litfass/platform/log/log";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { primaryPosition, replicaPosition } from "@litfass/platform/postgres/replica-sql";
import { drizzle } from "drizzle-orm/node-postgres";
import { type Check, callTimeoutMs, failed, notConfigured, ok, onDatabase, warning } from "./check.ts";

const megabyte = 1024 * 1024;
/** Some seconds of a busy primary. */
const maxMissingBytes = 64 * megabyte;

/** Whether `DATABASE_REPLICA_URL` is a replica of this database, and what it still has to replay. */
export const readReplica: Check = {
  name: "read replica",
  run: onDatabase(async (client, { config }) => {
    if (config.databaseReplicaUrl === null) return notConfigured("reports are read from the primary");
    const log = createLog({ level: "silent", process: "doctor" });
    const options = { log, maxConnections: 1, connectTimeoutMs: callTimeoutMs, queryTimeoutMs: callTimeoutMs };
    const replica = connectPostgres(config.databaseReplicaUrl, options);
    try {
      const written = await primaryPosition(drizzle({ client }));
      const replayed = await replicaPosition(replica.db);
      if (replayed === null) return failed("it is not a replica", "set DATABASE_REPLICA_URL to a streaming replica");
      if (replayed.cluster !== written.cluster) {
        return failed("it is a replica of another server", "set DATABASE_REPLICA_URL to a replica of DATABASE_URL");
      }
      const missing = Number(written.position - replayed.position);
      const found = `${(Math.max(0, missing) / megabyte).toFixed(1)} MB behind`;
      return missing > maxMissingBytes ? warning(found, "check the replica's load and network") : ok(found);
    } catch (error) {
      return failed(describe(error), "check the replica and DATABASE_REPLICA_URL: reports are read from the primary");
    } finally {
      await replica.close();
    }
  }),
};

/** Drizzle wraps the reason into an error that shows the statement. */
const describe = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
