import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "@litfass/platform/config/config";
import { sandboxExchange } from "@litfass/platform/config/exchanges";
import { demoRejected } from "@litfass/platform/installation/demo-rejected";
import { portError, type Running, StartError } from "@litfass/platform/process/lifetime";
import { readAppConfig } from "./config.ts";
import { takeRunLock } from "./run-lock.ts";
import { prepareDatabase } from "./run-preparation.ts";
import { runSeed } from "./run-seed.ts";
import { type SupervisedPostgres, supervisePostgres } from "./supervised-postgres.ts";
import { type Child, startChild } from "./supervised-process.ts";
import { buildWeb, requireBuiltWeb } from "./web-build.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** PostgreSQL without its processes for parallel reads and for logical replication: nothing here uses them. */
const fewProcesses = ["io_method=sync", "max_logical_replication_workers=0"];
/** The demo is small. */
const smallCache = "shared_buffers=24MB";

/** Processes get 12 s each to stop, the database as long as it needs. */
export const supervisorStopMs = 60_000;
/** The ad server, then the API. */
export const drainingParts = 2;

export type SupervisorOptions = {
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
  /** For developers: processes restart when a file changes, and Vite serves the web app. */
  development: boolean;
};

/**
 * Starts an installation on this machine: database, migrations, web build, demo data and the processes, and waits
 * until all are ready. `stop` ends them in reverse order; a second signal ends draining.
 * @throws StartError or ConfigError with one line for the terminal.
 */
export async function startSupervisor(options: SupervisorOptions): Promise<Running & { config: Config }> {
  const { say } = options;
  const config = readAppConfig(options.env);
  if (config.production) requireBuiltWeb(root);
  const lock = await takeRunLock(config.dataDir, say);
  const children: Child[] = [];
  let postgres: SupervisedPostgres | null = null;
  const stop = async (hurry?: AbortSignal): Promise<void> => {
    for (const child of [...children].reverse()) await child.stop(hurry);
    await postgres?.stop();
    lock.release();
  };
  try {
    await refuseTakenPorts(config);
    if (!config.databaseUrl) {
      const folder = path.join(config.dataDir, "postgres");
      postgres = await supervisePostgres({
        folder,
        password: config.secrets.database,
        say,
        settings: config.demo ? [...fewProcesses, smallCache] : fewProcesses,
      });
    }
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? "";
    await prepareDemo(config, databaseUrl, options);
    if (!options.development && !config.production) buildWeb(root, say);
    const sandbox = config.exchanges.find(({ name }) => name === sandboxExchange);
    const env = {
      ...options.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: config.dataDir,
      SANDBOX_EXCHANGE_SECRET: sandbox?.secret ?? "",
    };
    const onPids = (): void => lock.setChildren(children.flatMap((child) => child.pid() ?? []));
    for (const part of partsOf(config, options.development)) {
      const logFolder = path.join(config.dataDir, "logs");
      const echo = config.production || options.development;
      const { drainMs } = config;
      children.push(startChild({ ...part, env, cwd: root, logFolder, echo, say, onPids, drainMs }));
      onPids();
    }
    await Promise.all(children.map((child) => child.ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { config, stop, stopTimeoutMs: supervisorStopMs + drainingParts * config.drainMs };
}

type Part = { name: string; args: string[]; readyUrl: string };

/**
 * V8 would let the space for new objects of each process grow to nearly 200 MB before it collects for the first time.
 * An ad server in production has more, because collecting often costs it bids.
 */
const newSpaceMb = { api: 8, demoApi: 4, delivery: 16, demoDelivery: 4, sandbox: 2 };

function partsOf(config: Config, development: boolean): Part[] {
  const at = (port: number): string => `http://127.0.0.1:${port}/ready`;
  const watch = development ? ["--watch", "--watch-preserve-output"] : [];
  const quickImports = pathToFileURL(path.join(root, "platform/src/process/quick-imports.mjs"));
  const node = (newSpace: number): string[] => [
    "--disable-warning=ExperimentalWarning",
    `--import=${quickImports.href}`,
    `--max-semi-space-size=${newSpace}`,
    // At rest it would stay at its smallest size, and be collected every second.
    `--min-semi-space-size=${newSpace / 2}`,
    ...watch,
  ];
  const parts: Part[] = [
    {
      name: "api",
      args: [...node(config.production ? newSpaceMb.api : newSpaceMb.demoApi), "server/src/processes/api.ts"],
      readyUrl: at(config.port),
    },
    {
      name: "delivery",
      args: [...node(config.production ? newSpaceMb.delivery : newSpaceMb.demoDelivery), "adserver/src/main.ts"],
      readyUrl: at(config.deliveryPort),
    },
  ];
  const sandbox = "sandbox/src/main.ts";
  if (config.demo && existsSync(path.join(root, sandbox))) {
    parts.push({ name: "sandbox", args: [...node(newSpaceMb.sandbox), sandbox], readyUrl: at(config.sandboxPort) });
  }
  return parts;
}

/** Migrates. Demo data is seeded once; an installation with real customers never uses it. */
async function prepareDemo(config: Config, databaseUrl: string, options: SupervisorOptions): Promise<void> {
  const { production, isSeeded } = await prepareDatabase(databaseUrl, config.production);
  if (production && !config.production) throw new StartError(demoRejected);
  if (config.demo && !isSeeded) {
    await runSeed(root, { ...options.env, DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir }, options.say);
  }
}

/** Detects a taken port before anything is started, to print one line instead of starting half a server. */
async function refuseTakenPorts(config: Config): Promise<void> {
  const ports: [string, number][] = [
    ["PORT", config.port],
    ["DELIVERY_PORT", config.deliveryPort],
  ];
  if (config.demo) ports.push(["SANDBOX_PORT", config.sandboxPort], ["SANDBOX_SMTP_PORT", config.sandboxSmtpPort]);
  for (const [variable, port] of ports) {
    const probe = createServer();
    await new Promise<void>((resolve, reject) => {
      probe.once("error", (error) => reject(portError(error, variable, port)));
      probe.listen({ port, host: config.host, exclusive: true }, () => probe.close(() => resolve()));
    });
  }
}
