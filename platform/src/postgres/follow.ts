import { isDeepStrictEqual } from "node:util";
import type { Log } from "../log/log.ts";
import { listen } from "./listener.ts";

/** Something in the database that a process follows. */
export type Followed<Value> = {
  /** The last value that was read; the same object until it changes. */
  current(): Value;
  /** Reads it again now. */
  refresh(): Promise<void>;
  close(): Promise<void>;
};

/** Backs up the notifications, which are lost while the connection is down. */
const refreshMs = 15_000;

/**
 * Keeps a value of a process up to date: read at the start, at every notification on `channel`, and every 15 seconds.
 * While it cannot be read, the last one applies. `name` is the value's in the log.
 * @throws if it cannot be read at the start.
 */
export async function follow<Value>(parts: {
  name: string;
  url: string;
  channel: string;
  log: Log;
  read: () => Promise<Value>;
}): Promise<Followed<Value>> {
  const { name, url, channel, log, read } = parts;
  let value = await read();
  let reads = 0;
  let applied = 0;
  const refresh = async (): Promise<void> => {
    reads += 1;
    const number = reads;
    const found = await read();
    // A slow answer must not replace that of a later read.
    if (number < applied) return;
    applied = number;
    if (!isDeepStrictEqual(found, value)) value = found;
  };
  const onChange = (): void =>
    void refresh().catch((error: unknown) => log.error({ err: error }, `${name} could not be read`));
  const listener = listen(url, { [channel]: onChange }, { log, connect: onChange });
  const timer = setInterval(onChange, refreshMs);
  timer.unref();
  return {
    current: () => value,
    refresh,
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}
