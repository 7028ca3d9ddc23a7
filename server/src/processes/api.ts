import { hostname } from "node:os";
import path from "node:path";
import { shareEventNews } from "@litfass/events/index";
import { connectClickHouse, pingClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { closeInTime } from "@litfass/platform/http/close-in-time";
import { failureOf } from "@litfass/platform/http/health";
import { collectProcessMetrics } from "@litfass/platform/http/metrics";
import { readInstallationConfig } from "@litfass/platform/installation/installation-config";
import { createLog } from "@litfass/platform/log/log";
import { openPlatform } from "@litfass/platform/platform";
import { eventStoreLock, whileLocked } from "@litfass/platform/postgres/while-locked";
import { watchClock } from "@litfass/platform/process/clock-skew";
import { drain } from "@litfass/platform/process/drain";
import { portError, type Running, runProcess } from "@litfass/platform/process/lifetime";
import { type ProcessReporter, reportProcess } from "@litfass/platform/process/report-process";
import { startTracing } from "@litfass/platform/tracing/start-tracing";
import { requestFirstRates } from "../modules/settings/index.ts";
import { warmGazetteer } from "../modules/targeting/index.ts";
import { buildApp } from "./build-app.ts";
import { readAppConfig } from "./config.ts";
import { requireBuiltWeb } from "./web-build.ts";

/** What requests in flight get at least, without time for draining too. */
const finishMs = 5_000;

/**
 * The API process: HTTP API, server pages, the web app and the jobs. The only process with the embedded event store.
 */
async function startApi(): Promise<Running> {
  const config = await readInstallationConfig(process.env, readAppConfig);
  if (config.production) requireBuiltWeb(path.resolve(import.meta.dirname, "../../.."));
  const log = createLog({ level: config.logLevel, process: "api" });
  const stopTracing = await startTracing(process.env, "litfass-api", log);
  const folder = path.join(config.dataDir, "clickhouse");
  const clickhouse = await connectClickHouse({ url: config.clickhouseUrl, cluster: config.clickhouseCluster, folder });
  // Several API processes may share a ClickHouse server, whose migrations have no transactions.
  await whileLocked(config.databaseUrl, eventStoreLock, () => migrateClickHouse(clickhouse, log));
  const { platform, close } = await openPlatform({ config, log, clickhouse, databaseUrl: config.databaseUrl });
  const news = shareEventNews({ db: platform.db, url: config.databaseUrl, log });
  let isDraining = false;
  const app = await buildApp(platform, { news, isDraining: () => isDraining });
  collectProcessMetrics(app.services.metrics.registry);
  const clock = watchClock(app.services.metrics.registry);
  let reporter: ProcessReporter | null = null;
  let isClosed = false;
  const closeHttp = async (maxMs: number, hurry?: AbortSignal): Promise<void> => {
    if (!isClosed) await closeInTime(app, maxMs, hurry);
    isClosed = true;
  };
  const stop = async (): Promise<void> => {
    await reporter?.stop().catch((error: unknown) => log.warn({ err: error }, "the process is still listed"));
    await closeHttp(finishMs);
    await news.close();
    await close();
    await clickhouse.close();
    await stopTracing();
  };
  try {
    void warmGazetteer().catch((error: unknown) =>
      log.warn({ err: error }, "places could not be loaded early: the first search loads them"),
    );
    await platform.jobs.start();
    await app.listen({ host: config.host, port: config.port });
    await requestFirstRates(platform);
    reporter = reportProcess({
      db: platform.db,
      log,
      kind: "api",
      id: `api-${hostname()}-${config.port}`,
      isReady: async () => !isDraining && (await failureOf(() => pingClickHouse(clickhouse))) === null,
      onSkew: clock.note,
    });
  } catch (error) {
    await stop();
    throw portError(error, "PORT", config.port);
  }
  return {
    async drain(hurry) {
      isDraining = true;
      log.info("draining: calls are answered until proxies send them to another process");
      const startedMs = performance.now();
      await drain({ maxMs: config.drainMs, isPending: () => false, hurry });
      await closeHttp(Math.max(finishMs, config.drainMs - (performance.now() - startedMs)), hurry);
    },
    stop,
    failed: clock.failed,
  };
}

await runProcess("api", startApi);
