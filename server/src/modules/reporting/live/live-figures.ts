import { PassThrough, type Readable } from "node:stream";
import { liveWaits } from "@litfass/contract/kernel/live-waits";
import type { CampaignsWithEvents, EventNews } from "@litfass/events/index";
import { tooMany } from "@litfass/platform/problem";

export type LiveTimes = {
  /** News within this time is sent as one message. */
  gatherMs: number;
  /** Comments keep proxies from closing the connection; each also rechecks the session. */
  heartbeatMs: number;
};

const usualTimes: LiveTimes = { gatherMs: liveWaits.gatherMs, heartbeatMs: 15_000 };
/** Maximum concurrent streams per user. */
export const maxStreamsPerUser = 6;
const maxStreams = 2_000;
const retrySeconds = 30;

type Watcher = {
  uid: string;
  /**
   * The caller's campaigns; null for callers with access to all. Reloaded with every heartbeat and for newer
   * campaigns.
   */
  readScope(): Promise<ReadonlySet<number> | null>;
  /** Whether the session that opened the stream is still valid. */
  isSignedIn(): Promise<boolean>;
};

export type LiveFigures = {
  /**
   * A stream of server-sent events: first `ready`, then `figures` whenever the caller's campaigns have new events.
   * Ends with the session. Throws 429 if the caller has too many streams.
   */
  open(watcher: Watcher): Promise<Readable>;
  close(): void;
};

export function createLiveFigures(news: EventNews, times: LiveTimes = usualTimes): LiveFigures {
  const streams = new Map<PassThrough, string>();

  return {
    async open({ uid, readScope, isSignedIn }) {
      const own = [...streams.values()].filter((each) => each === uid).length;
      if (own >= maxStreamsPerUser || streams.size >= maxStreams) throw tooMany(retrySeconds);
      const stream = new PassThrough();
      streams.set(stream, uid);
      let scope: ReadonlySet<number> | null = new Set();
      /** The highest campaign id when the scope was loaded. */
      let newest = Number.POSITIVE_INFINITY;
      let gathering: NodeJS.Timeout | undefined;
      const say = (text: string): void => {
        // Slow readers are notified again later.
        if (!stream.writableEnded && !stream.writableNeedDrain) stream.write(text);
      };
      const gather = (campaignIds: CampaignsWithEvents): void => {
        if (gathering !== undefined || !touches(scope, campaignIds)) return;
        gathering = setTimeout(() => {
          gathering = undefined;
          say("event: figures\ndata: {}\n\n");
        }, times.gatherMs);
      };
      const unsubscribe = news.subscribe((campaignIds) => {
        gather(campaignIds);
        if (campaignIds === null) return;
        const last = Math.max(...campaignIds);
        if (scope === null || last <= newest) return;
        newest = last;
        void readScope().then(
          (own) => {
            scope = own;
            gather(campaignIds);
          },
          () => stream.end(),
        );
      });
      const beat = async (): Promise<void> => {
        if (!(await isSignedIn())) return void stream.end();
        scope = await readScope();
        say(": still here\n\n");
      };
      const heart = setInterval(() => void beat().catch(() => stream.end()), times.heartbeatMs);
      stream.once("close", () => {
        unsubscribe();
        clearInterval(heart);
        clearTimeout(gathering);
        streams.delete(stream);
      });
      try {
        scope = await readScope();
        newest = Math.max(0, ...(scope ?? []));
      } catch (error) {
        stream.destroy();
        throw error;
      }
      say(`retry: ${retrySeconds * 1000}\nevent: ready\ndata: {}\n\n`);
      return stream;
    },
    close() {
      for (const stream of streams.keys()) stream.end();
    },
  };
}

function touches(scope: ReadonlySet<number> | null, campaignIds: CampaignsWithEvents): boolean {
  if (campaignIds === null) return true;
  if (scope === null) return campaignIds.size > 0;
  for (const id of campaignIds) if (scope.has(id)) return true;
  return false;
}
