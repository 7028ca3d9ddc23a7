import path from "node:path";
import { defaultSettings } from "@litfass/contract/settings/default-settings";
import type { OperatorSettings } from "@litfass/contract/settings/operator-settings";
import { type ClickHouse, connectClickHouse } from "./clickhouse/clickhouse.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { createEgress, type Egress } from "./egress/egress.ts";
import type { FileStore } from "./files/files.ts";
import { openFiles } from "./files/open-files.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log/log.ts";
import { createMailer, type Mailer } from "./mail/mailer.ts";
import { connectPostgres, type Database, requireConnection } from "./postgres/postgres.ts";
import { openReportDatabase, type ReportDatabase } from "./postgres/report-database.ts";
import { type Random, systemRandom } from "./random.ts";
import { type LastingKeys, readLastingKeys } from "./security/lasting-keys.ts";
import { followSettings, type LiveSettings } from "./settings/follow-settings.ts";
import { createWorkerPool, type WorkerPool } from "./worker/worker-pool.ts";

/** The platform's services for modules. */
export type Platform = {
  config: Config;
  log: Log;
  clock: Clock;
  random: Random;
  db: Database;
  /**
   * What reports, exports and statistics read: a replica if there is one that is up to date. Never for decisions about
   * money, nor for what its reader may just have changed.
   */
  reports: ReportDatabase;
  clickhouse: ClickHouse;
  jobs: Jobs;
  mailer: Mailer;
  files: FileStore;
  egress: Egress;
  workers: WorkerPool;
  lastingKeys: LastingKeys;
  /** The operator's settings as they apply now, and those of the configuration. */
  settings: LiveSettings;
  defaultSettings: OperatorSettings;
};

/** The platform with the worker queue of a signed-in user, for the work that they ask for. */
export const queuedFor = (platform: Platform, uid: string): Platform => ({
  ...platform,
  workers: { ...platform.workers, ...platform.workers.of(uid) },
});

export type PlatformParts = {
  config: Config;
  log: Log;
  /** URL of PostgreSQL: the configured one or the embedded server's. */
  databaseUrl: string;
  clock?: Clock;
  random?: Random;
  mailer?: Mailer;
  clickhouse?: ClickHouse;
};

/** Opens the stores of a migrated installation. `close` closes them in the right order. */
export async function openPlatform(parts: PlatformParts): Promise<{ platform: Platform; close(): Promise<void> }> {
  const { config, log, clock = systemClock, random = systemRandom } = parts;
  const postgres = connectPostgres(parts.databaseUrl, { log });
  await requireConnection(postgres);
  const reports = openReportDatabase({
    primary: postgres,
    replicaUrl: config.databaseReplicaUrl,
    maxLagMs: config.replicaMaxLagMs,
    log,
  });
  const jobs = createJobs(parts.databaseUrl, log);
  const mailer = parts.mailer ?? createMailer({ url: config.smtpUrl, from: config.mailFrom, log });
  const clickhouse =
    parts.clickhouse ??
    (await connectClickHouse({ url: config.clickhouseUrl, folder: path.join(config.dataDir, "clickhouse") }));
  const files = await openFiles(config, random);
  const defaults = defaultSettings(config);
  const settings = await followSettings({ db: postgres.db, url: parts.databaseUrl, log, defaults });
  const lastingKeys = await readLastingKeys(postgres.db, { config, random, log });
  const platform: Platform = {
    config,
    log,
    clock,
    random,
    db: postgres.db,
    reports,
    clickhouse,
    jobs,
    mailer,
    files,
    egress: createEgress({ privateHosts: config.privateHosts }),
    workers: createWorkerPool({ onError: (err) => log.warn({ err }, "a worker failed after its task had ended") }),
    lastingKeys,
    settings,
    defaultSettings: defaults,
  };
  const close = async (): Promise<void> => {
    await jobs.close();
    await settings.close();
    mailer.close();
    files.close();
    await platform.workers.close();
    await reports.close();
    await postgres.close();
    if (!parts.clickhouse) await clickhouse.close();
  };
  return { platform, close };
}
