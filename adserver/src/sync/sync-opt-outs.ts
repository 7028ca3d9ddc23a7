import type { Database } from "@litfass/platform/postgres/postgres";
import { optOutMs } from "../serving/transparency/opt-out-cookie.ts";
import type { OptOuts } from "../serving/transparency/opt-outs.ts";
import { addOptOuts, deleteOptOuts, forgetVisitors, listOptOuts } from "./opt-out-sql.ts";
import { databaseTime } from "./shared-state-sql.ts";

/** Rows become visible when they are committed, which is later than their timestamp. */
const overlapMs = 10_000;

/**
 * Exchanges opt-outs with other processes and deletes what is stored about these visitors. Each process deletes again
 * for a while, because another may have saved a count that it had in memory.
 */
export function syncOptOuts(db: Database, optOuts: OptOuts): () => Promise<void> {
  let readTo: Date | undefined;
  return async () => {
    const now = await databaseTime(db);
    const oldest = new Date(now.getTime() - optOutMs);
    if (readTo === undefined) await deleteOptOuts(db, oldest);
    const taken = optOuts.takeNew();
    await addOptOuts(db, taken).catch((error: unknown) => {
      for (const key of taken) optOuts.giveBack(key);
      throw error;
    });
    const since = readTo === undefined ? oldest : new Date(readTo.getTime() - overlapMs);
    const listed = await listOptOuts(db, since);
    for (const key of listed) optOuts.add(key, false);
    await forgetVisitors(db, readTo === undefined ? taken : [...taken, ...listed]);
    readTo = now;
  };
}
