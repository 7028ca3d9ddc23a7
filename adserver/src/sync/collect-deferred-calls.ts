import { adCallSchema } from "@litfass/contract/adserver/ad-call";
import type { Log } from "@litfass/platform/log/log";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { AdServer } from "../serving/ad-server.ts";
import { countRelayed } from "../serving/relay/receive-ad-calls.ts";
import { deleteDeferredCalls, deleteExpiredCalls, listDeferredCalls } from "./deferred-calls-sql.ts";

const maxAtOnce = 500;
const sweepMs = 60_000;

/**
 * Counts the calls for this process's ads that came while it did not run. A crash between counting and deleting repeats
 * them, without effect. Also deletes calls whose process did not come back in time.
 */
export function collectDeferredCalls(db: Database, adServer: AdServer, log: Pick<Log, "warn">): () => Promise<void> {
  const { metrics, counting, engine } = adServer;
  let sweptAtMs = 0;
  return async () => {
    for (;;) {
      const rows = await listDeferredCalls(db, counting.process, maxAtOnce);
      const done = await Promise.all(
        rows.map(async ({ call }) => {
          const read = adCallSchema.safeParse(call);
          return !read.success || countRelayed(adServer, read.data, true);
        }),
      );
      const counted = rows.filter((_row, index) => done[index]).map(({ id }) => id);
      await deleteDeferredCalls(db, counted);
      metrics.relayed.of("collected").count += counted.length;
      if (counted.length < maxAtOnce) break;
    }
    const nowMs = engine.clock.now().getTime();
    if (nowMs - sweptAtMs < sweepMs) return;
    sweptAtMs = nowMs;
    const lost = await deleteExpiredCalls(db);
    metrics.relayed.of("lost").count += lost;
    if (lost > 0) log.warn({ calls: lost }, "Calls were lost: the ad server that offered the ads did not come back");
  };
}
