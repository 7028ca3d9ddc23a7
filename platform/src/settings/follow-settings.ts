import type { OperatorSettings } from "@litfass/contract/settings/operator-settings";
import type { Log } from "../log.ts";
import { listen } from "../postgres/listener.ts";
import type { Database } from "../postgres/postgres.ts";
import { readSettings } from "./read-settings.ts";
import { settingsChannel } from "./settings-sql.ts";

/** The operator's settings in a process. */
export type LiveSettings = {
  current(): OperatorSettings;
  /** Reads them again now. */
  refresh(): Promise<void>;
};

/** Backs up the notifications, which are lost while the connection is down. */
const refreshMs = 15_000;

/**
 * Keeps the settings of a process up to date: read at the start, at every notification of a change, and every 15
 * seconds. While they cannot be read, the last ones apply.
 * @throws if they cannot be read at the start.
 */
export async function followSettings(parts: {
  db: Database;
  url: string;
  log: Log;
  defaults: OperatorSettings;
}): Promise<LiveSettings & { close(): Promise<void> }> {
  const { db, url, log, defaults } = parts;
  let { settings } = await readSettings(db, defaults);
  let reads = 0;
  let applied = 0;
  const refresh = async (): Promise<void> => {
    reads += 1;
    const read = reads;
    const found = await readSettings(db, defaults);
    // A slow answer must not replace that of a later read.
    if (read < applied) return;
    applied = read;
    settings = found.settings;
  };
  const refreshOrLog = (): Promise<void> =>
    refresh().catch((error: unknown) => log.error({ err: error }, "the operator's settings could not be read"));
  const onChange = () => void refreshOrLog();
  const listener = listen(url, settingsChannel, { log, connect: onChange, message: onChange });
  const timer = setInterval(onChange, refreshMs);
  timer.unref();
  return {
    current: () => settings,
    refresh,
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}
