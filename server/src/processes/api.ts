import { hostname } from "node:os";
import path from "node:path";
import { shareEventNews } from "@litfass/events/index";
import { connectClickHouse, pingClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { failureOf } from "@litfass/platform/http/health";
import { readInstallationConfig } from "@litfass/platform/installation/installation-config";
import { createLog } from "@litfass/platform/log/log";
import { openPlatform } from "@litfass/platform/platform";
import { eventStoreLock, whileLocked } from "@litfass/platform/postgres/while-locked";
import { portError, type Running, runProcess } from "@litfass/platform/process/lifetime";
import { type ProcessReporter, reportProcess } from "@litfass/platform/process/report-process";
import { startTracing } from "@litfass/platform/tracing/start-tracing";
import { requestFirstRates } from "../modules/settings/index.ts";
import { warmGazetteer } from "../modules/targeting/index.ts";
import { buildApp } from "./build-app.ts";
import { readAppConfig } from "./config.ts";
import { requireBuiltWeb } from "./web-build.ts";

/**
 * The API process: HTTP API, server pages, the web app and the jobs. The only process with the embedded event store.
 */
async function startApi(): Promise<Running> {
  const config = await readInstallationConfig(process.env, readAppConfig);
  if (config.production) requireBuiltWeb(path.resolve(import.meta.dirname, "../../.."));
  const log = createLog({ level: config.logLevel, process: "api" });
  const stopTracing = await startTracing(process.env, "litfass-api", log);
  const folder = path.join(config.dataDir, "clickhouse");
  const clickhouse = await connectClickHouse({ url: config.clickhouseUrl, folder });
  // Several API processes may share a ClickHouse server, whose migrations have no transactions.
  await whileLocked(config.databaseUrl, eventStoreLock, () => migrateClickHouse(clickhouse, log));
  const { platform, close } = await openPlatform({ config, log, clickhouse, databaseUrl: config.databaseUrl });
  const news = shareEventNews({ db: platform.db, url: config.databaseUrl, log });
  const app = await buildApp(platform, { news });
  let reporter: ProcessReporter | null = null;
  const stop = async (): Promise<void> => {
    await reporter?.stop().catch((error: unknown) => log.warn({ err: error }, "the process is still listed"));
    await app.close();
    await news.close();
    await close();
    await clickhouse.close();
    await stopTracing();
  };
  try {
    warmGazetteer();
    await platform.jobs.start();
    await app.listen({ host: config.host, port: config.port });
    await requestFirstRates(platform);
    reporter = reportProcess({
      db: platform.db,
      log,
      kind: "api",
      id: `api-${hostname()}-${config.port}`,
      isReady: async () => (await failureOf(() => pingClickHouse(clickhouse))) === null,
    });
  } catch (error) {
    await stop();
    throw portError(error, "PORT", config.port);
  }
  return { stop };
}

await runProcess("api", startApi);
