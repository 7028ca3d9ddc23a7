import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { testMarketEnv } from "@litfass/adserver/testing/testing-market";
import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { connectPostgres, type Database } from "@litfass/platform/postgres/postgres";
import { freePort } from "@litfass/platform/process/free-port";
import { systemRandom } from "@litfass/platform/random";
import { seedDemoUsers } from "../../server/src/modules/identity/accounts/seed-demo-users.ts";
import { newMemoryFolder } from "../../server/src/testing/memory-folder.ts";
import { type RedisServer, startRedisServer } from "../../server/src/testing/redis-server.ts";
import { type ClickHouseServer, startClickHouseServer } from "../support/clickhouse-server.ts";
import { mainFiles } from "../support/installation.ts";
import { has } from "../support/needs.ts";
import { type NodeProcess, nodeProcess } from "../support/node-process.ts";
import { type FleetProcess, newFleet } from "./delivery-fleet.ts";

/** An installation on several machines behind HAProxy, with the configuration of `deploy`. */
export type ProxiedFleet = {
  /** Through HAProxy. */
  appUrl: string;
  adsUrl: string;
  /** None runs at first; HAProxy knows all of them. */
  apis: NodeProcess[];
  adServers: FleetProcess[];
  /** The API processes share their limits of calls there, if the machine has Redis. */
  redis: RedisServer | undefined;
  db: Database;
  store: ClickHouseServer["store"];
  close(): Promise<void>;
};

const root = path.resolve(import.meta.dirname, "../..");
/** Proxies notice after two seconds, so this is enough for calls that follow an ad at once. */
const drainSeconds = "10";
/** Calls per minute of an address or user: more than the traffic makes. */
export const fleetCallLimit = 600;

export async function openProxiedFleet(apiCount: number, adServerCount: number): Promise<ProxiedFleet> {
  const dataDir = newMemoryFolder("litfass-machines-");
  chmodSync(dataDir, 0o755);
  mkdirSync(path.join(dataDir, "logs"));
  const password = randomBytes(24).toString("base64url");
  const postgres = await startEmbeddedPostgres({ folder: path.join(dataDir, "postgres"), password, say: console.log });
  const log = createLog({ level: "silent", process: "test" });
  await migratePostgres(postgres.url, log);
  const clickhouse = await startClickHouseServer(path.join(dataDir, "clickhouse"));
  const { db, close: closeDatabase } = connectPostgres(postgres.url, { log });
  const [proxyPort = 0, ...apiPorts] = await Promise.all(Array.from({ length: 1 + apiCount }, () => freePort()));
  // HAProxy tells both origins apart by the host.
  const appUrl = `http://localhost:${proxyPort}`;
  const adsUrl = `http://127.0.0.1:${proxyPort}`;
  const secret = (): string => randomBytes(32).toString("hex");
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickhouse.url,
    PUBLIC_URL: appUrl,
    ADS_URL: adsUrl,
    INTERNAL_URL: appUrl,
    TRUST_PROXY: "127.0.0.1",
    SESSION_SECRET: secret(),
    SIGNING_SECRET: secret(),
    INTERNAL_SECRET: secret(),
    DEMO: "off",
    EXCHANGES: "sandbox",
    ...testMarketEnv("sandbox"),
    EXCHANGE_RATES_URL: "off",
    REQUESTS_PER_MINUTE: String(fleetCallLimit),
    DRAIN_SECONDS: drainSeconds,
    LOG_LEVEL: "warn",
  };
  const platform = { db, clock: systemClock, random: systemRandom, log };
  await seedDemoUsers(platform as unknown as Platform);
  const logFolder = path.join(dataDir, "logs");
  const redis = has("redis-server") ? await startRedisServer() : undefined;
  const apiEnv = { ...env, ...(redis && { REDIS_URL: redis.url }) };
  const apis = apiPorts.map((port) =>
    nodeProcess({ name: `api-${port}`, main: mainFiles.api, port, env: { ...apiEnv, PORT: String(port) }, logFolder }),
  );
  const adServers = await newFleet({ dataDir, env }, adServerCount, { ADS_URL: adsUrl });
  const proxy = startProxy(path.join(dataDir, "haproxy.cfg"), proxyPort, { apis, adServers });
  return {
    appUrl,
    adsUrl,
    apis,
    adServers,
    redis,
    db,
    store: clickhouse.store,
    async close() {
      await Promise.all([...apis, ...adServers].map((each) => each.kill()));
      proxy.kill("SIGKILL");
      await redis?.kill();
      await closeDatabase();
      await clickhouse.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** HAProxy with the example of `deploy`, without TLS, and with a line for each process. */
function startProxy(
  file: string,
  port: number,
  { apis, adServers }: Pick<ProxiedFleet, "apis" | "adServers">,
): ChildProcess {
  const example = readFileSync(path.join(root, "deploy/proxies/haproxy.cfg"), "utf8");
  const lines = (line: string, name: string, processes: NodeProcess[]): string =>
    processes
      .map(({ url }, at) => line.replace(/server \S+ \S+/, `server ${name}${at + 1} ${new URL(url).host}`))
      .join("\n");
  const text = example
    .replace(/ {2}bind :80\n {2}bind :443 .*/, `  bind 127.0.0.1:${port}`)
    .replace("maxconn 20000", "maxconn 500")
    .replace(/.*redirect scheme https.*\n/, "")
    .replace("ads.example.com", "127.0.0.1")
    .replace("app.example.com", "localhost")
    .replace("GET /health", "GET /ready")
    .replace(/ {2}server app1 .*/, (line) => lines(line, "app", apis))
    .replace(/ {2}server ads1 .*/, (line) => lines(line, "ads", adServers))
    .replace(/ {2}server ads1-draining .*/, (line) => lines(line, "draining", adServers));
  writeFileSync(file, text);
  return spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
}
