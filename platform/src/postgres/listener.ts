import pg from "pg";
import type { Log } from "../log/log.ts";
import { appRole } from "./postgres.ts";

export type Listener = { isConnected(): boolean; close(): Promise<void> };

const firstRetryMs = 200;
const maxRetryMs = 5_000;
const connectTimeoutMs = 5_000;

/**
 * Listens on PostgreSQL channels over one connection of their own and reconnects. `connect` runs after each connection:
 * notifications in between are lost, so the caller reloads everything.
 */
export function listen(
  url: string,
  channels: Record<string, (payload: string) => void>,
  on: { connect: () => void; log: Log },
): Listener {
  let client: pg.Client | undefined;
  let isConnected = false;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;

  const again = (error: unknown): void => {
    if (isClosed || timer !== undefined) return;
    isConnected = false;
    on.log.warn({ err: error, channels: Object.keys(channels) }, "the channels broke; connecting again");
    void client?.end().catch(() => {});
    client = undefined;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, retryMs);
    retryMs = Math.min(maxRetryMs, retryMs * 2);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      // The system's own is two hours.
      keepAliveInitialDelayMillis: 10_000,
      application_name: "litfass-listener",
      options: `-c role=${appRole}`,
    });
    client = next;
    next.on("error", again);
    next.on("end", () => again(new Error("connection ended")));
    next.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      again(error);
      return;
    }
    if (isClosed) return void next.end().catch(() => {});
    isConnected = true;
    retryMs = firstRetryMs;
    on.connect();
  };

  void connect();
  return {
    isConnected: () => isConnected,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
