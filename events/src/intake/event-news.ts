import { randomUUID } from "node:crypto";
import { announceWatchMs, watchChannel } from "@litfass/contract/kernel/live-waits";
import type { Log } from "@litfass/platform/log/log";
import { listen } from "@litfass/platform/postgres/listener";
import type { Database } from "@litfass/platform/postgres/postgres";
import { eventNewsChannel, notifyChannel } from "./event-news-sql.ts";

/** The campaigns with new events; null for any. */
export type CampaignsWithEvents = ReadonlySet<number> | null;

/** Notifies subscribers in every API process which campaigns have new events. */
export type EventNews = {
  publish(campaignIds: CampaignsWithEvents): void;
  /** @returns the function that unsubscribes; it returns false the second time. */
  subscribe(listener: (campaignIds: CampaignsWithEvents) => void): () => boolean;
  close(): Promise<void>;
};

/** News within one process. */
export function createEventNews(): EventNews {
  const listeners = new Set<(campaignIds: CampaignsWithEvents) => void>();
  return {
    publish(campaignIds) {
      for (const listener of listeners) listener(campaignIds);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {},
  };
}

/** PostgreSQL refuses longer payloads. */
const maxPayloadBytes = 7_900;

/**
 * News of all API processes: a batch arrives at one of them, and its campaigns may be watched at another. While
 * somebody is subscribed, ad servers are asked to send events sooner.
 */
export function shareEventNews(
  { db, url, log }: { db: Database; url: string; log: Log },
  announceMs = announceWatchMs,
): EventNews {
  const own = createEventNews();
  const sender = randomUUID();
  let subscriptions = 0;
  const notify = (channel: string, payload: string): void => {
    notifyChannel(db, channel, payload).catch((error: unknown) =>
      log.warn({ err: error, channel }, "other processes could not be notified"),
    );
  };
  const announceWatch = (): void => {
    if (subscriptions > 0) notify(watchChannel, "");
  };
  const timer = setInterval(announceWatch, announceMs);
  timer.unref();
  const receive = (payload: string): void => {
    const [from, ids] = payload.split(" ");
    if (from !== sender) own.publish(ids === undefined ? null : new Set(ids.split(",").map(Number)));
  };
  const listener = listen(url, { [eventNewsChannel]: receive }, { log, connect: () => own.publish(null) });
  return {
    publish(campaignIds) {
      own.publish(campaignIds);
      const payload = `${sender} ${[...(campaignIds ?? [])].join(",")}`;
      notify(eventNewsChannel, campaignIds === null || payload.length > maxPayloadBytes ? sender : payload);
    },
    subscribe(listener) {
      subscriptions += 1;
      if (subscriptions === 1) announceWatch();
      const unsubscribe = own.subscribe(listener);
      return () => {
        const wasSubscribed = unsubscribe();
        if (wasSubscribed) subscriptions -= 1;
        return wasSubscribed;
      };
    },
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}
