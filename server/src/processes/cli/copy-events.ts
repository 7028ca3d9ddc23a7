import { existsSync } from "node:fs";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { copyStore } from "@litfass/platform/clickhouse/copy-store";
import { countEvents } from "@litfass/platform/clickhouse/freeze-sql";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { createLog } from "@litfass/platform/log/log";
import { readAppConfig } from "../config.ts";
import { takeRunLock } from "../run-lock.ts";
import { type CliCommand, CliError, readArguments } from "./cli-command.ts";

/** Moves an installation from the ClickHouse inside the API to a server, with its history. */
export const copyEvents: CliCommand = {
  name: "copy-events",
  usage: "",
  about: "copies the events and statistics of DATA_DIR/clickhouse to the empty server of CLICKHOUSE_URL",
  async run(args, { env, say }) {
    readArguments(args, [], {});
    const config = readAppConfig(env);
    if (config.clickhouseUrl === null) throw new CliError("CLICKHOUSE_URL is not set: there is no server to copy to");
    const folder = path.join(config.dataDir, "clickhouse");
    if (!existsSync(folder)) throw new CliError(`There is no ${folder}: nothing to copy`);
    const lock = await takeRunLock(config.dataDir, say);
    const log = createLog({ level: "warn", process: "copy-events" });
    const source = await connectClickHouse({ url: null, folder });
    const target = await connectClickHouse({ url: config.clickhouseUrl, cluster: config.clickhouseCluster, folder });
    try {
      for (const store of [source, target]) await migrateClickHouse(store, log);
      await copyStore(source, target, ({ table, rows }) => say(`${table}: ${rows} rows`)).catch((error: Error) => {
        throw new CliError(error.message);
      });
      const [here, there] = [await countEvents(source), await countEvents(target)];
      if (here.chargeMicros !== there.chargeMicros)
        throw new CliError(`Charges differ: ${here.chargeMicros} here, ${there.chargeMicros} there`);
      say(`${there.events} events with charges of ${there.chargeMicros} micros on both sides`);
    } finally {
      await target.close();
      await source.close();
      lock.release();
    }
    return 0;
  },
};
