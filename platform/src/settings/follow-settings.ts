import type { OperatorSettings } from "@litfass/contract/settings/operator-settings";
import type { Log } from "../log/log.ts";
import { type Followed, follow } from "../postgres/follow.ts";
import type { Database } from "../postgres/postgres.ts";
import { readSettings } from "./read-settings.ts";
import { settingsChannel } from "./settings-sql.ts";

/** The operator's settings in a process. */
export type LiveSettings = Pick<Followed<OperatorSettings>, "current" | "refresh">;

/** Keeps the settings of a process up to date. @throws if they cannot be read at the start. */
export const followSettings = (parts: {
  db: Database;
  url: string;
  log: Log;
  defaults: OperatorSettings;
}): Promise<Followed<OperatorSettings>> =>
  follow({
    name: "the operator's settings",
    url: parts.url,
    channel: settingsChannel,
    log: parts.log,
    read: async () => (await readSettings(parts.db, parts.defaults)).settings,
  });
