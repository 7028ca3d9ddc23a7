import { setImmediate as nextTurn } from "node:timers/promises";
import { snapshotChannel } from "@litfass/contract/adserver/snapshot";
import { watchChannel } from "@litfass/contract/kernel/live-waits";
import type { Log } from "@litfass/platform/log/log";
import { listen } from "@litfass/platform/postgres/listener";
import type { Database } from "@litfass/platform/postgres/postgres";
import { type Engine, loadCampaigns, stopCampaign } from "../auction/engine.ts";
import { createSnapshotCopy } from "./snapshot-copy.ts";

export type SnapshotFeed = {
  /** Whether changes were read recently enough. */
  isFresh(): boolean;
  /** Milliseconds since changes were last read; infinite before the first time. */
  ageMs(): number;
  refresh(): Promise<void>;
  close(): Promise<void>;
};

export type FeedTimes = { refreshMs: number; staleMs: number; gatherMs: number };

/** A regular read backs up the notifications; without one for `staleMs` bidding stops. */
const defaultTimes: FeedTimes = { refreshMs: 15_000, staleMs: 60_000, gatherMs: 50 };

/**
 * Keeps the engine's campaigns up to date. Changed campaigns are read; withdrawn ones stop at once; then the index is
 * compiled and swapped in. Simultaneous changes are batched. `onLoad` runs after each load, `onWatch` whenever somebody
 * watches live figures, which arrives on the same connection.
 */
export async function followSnapshots(
  parts: { db: Database; url: string; engine: Engine; log: Log; onLoad: () => Promise<void>; onWatch: () => void },
  times: FeedTimes = defaultTimes,
): Promise<SnapshotFeed> {
  const { db, engine, log } = parts;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let isAgain = false;
  let gathering: NodeJS.Timeout | undefined;

  const copy = createSnapshotCopy({
    db,
    onUnreadable: (campaignId, error) => log.error({ campaignId, err: error }, "a published campaign cannot be read"),
    yieldTurn: () => nextTurn(),
  });
  let isLoaded = false;
  const readChanges = async (): Promise<void> => {
    const startedMs = performance.now();
    const { changed, withdrawn } = await copy.update();
    for (const id of withdrawn) stopCampaign(engine, id);
    if (!isLoaded || changed.length + withdrawn.length > 0) {
      isLoaded = false;
      await loadCampaigns(engine, copy.list(), () => nextTurn());
      isLoaded = true;
      readAtMs = startedMs;
      await parts.onLoad();
    }
    readAtMs = startedMs;
  };
  const refresh = async (): Promise<void> => {
    if (running !== undefined) {
      isAgain = true;
      return running;
    }
    running = (async () => {
      do {
        isAgain = false;
        await readChanges();
      } while (isAgain);
    })();
    try {
      await running;
    } finally {
      running = undefined;
    }
  };
  const refreshOrLog = (): Promise<void> =>
    refresh().catch((error: unknown) => log.error({ err: error }, "campaigns could not be read"));
  const takeChanges = (): void => {
    gathering = undefined;
    void refreshOrLog();
  };
  const noteChange = (): void => {
    gathering ??= setTimeout(takeChanges, times.gatherMs);
  };
  const listener = listen(
    parts.url,
    { [snapshotChannel]: noteChange, [watchChannel]: parts.onWatch },
    { log, connect: () => void refreshOrLog() },
  );
  const timer = setInterval(() => void refreshOrLog(), times.refreshMs);
  await refreshOrLog();
  return {
    isFresh: () => performance.now() - readAtMs < times.staleMs,
    ageMs: () => performance.now() - readAtMs,
    refresh,
    async close() {
      clearInterval(timer);
      clearTimeout(gathering);
      await listener.close();
      await running?.catch(() => {});
    },
  };
}
