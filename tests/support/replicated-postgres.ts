import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findPostgresBinaries } from "@litfass/platform/postgres/binaries";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { freePort } from "@litfass/platform/process/free-port";
import pg from "pg";
import { newMemoryFolder } from "../../server/src/testing/memory-folder.ts";

/** A PostgreSQL server of the test. */
export type TestPostgres = {
  url: string;
  port: number;
  query(text: string): Promise<pg.QueryResult>;
  kill(): Promise<void>;
};

export type ReplicatedPostgres = { primary: TestPostgres; replica: TestPostgres; close(): Promise<void> };

const password = "replicated";
const urlOf = (port: number): string => `postgres://litfass:${password}@127.0.0.1:${port}/litfass`;

/**
 * A primary and a streaming replica of it. `prepare` runs on the database before both start. Synchronous: a commit is
 * acknowledged when the replica has it too.
 */
export async function startReplicatedPostgres(
  prepare: (url: string) => Promise<unknown>,
  { isSynchronous = false }: { isSynchronous?: boolean } = {},
): Promise<ReplicatedPostgres> {
  const folder = newMemoryFolder("litfass-replicated-");
  chmodSync(folder, 0o755);
  const [first, second] = [path.join(folder, "a"), path.join(folder, "b")];
  const initial = await startEmbeddedPostgres({ folder: first, password, say: () => {}, settings: ["fsync=off"] });
  await prepare(initial.url);
  await initial.stop();
  // A stopped server's folder is a complete base backup.
  spawnSync("cp", ["-a", first, second]);
  const { user } = findPostgresBinaries(() => {});
  const [primaryPort, replicaPort] = await Promise.all([freePort(), freePort()]);
  const signal = path.join(second, "standby.signal");
  writeFileSync(signal, "");
  if (user.uid !== undefined && user.gid !== undefined) chownSync(signal, user.uid, user.gid);
  appendFileSync(
    path.join(second, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=litfass password=${password} application_name=replica'\n`,
  );
  const primary = await start(first, primaryPort, "ready to accept connections");
  const replica = await start(second, replicaPort, "ready to accept read-only connections");
  if (isSynchronous) {
    // Not before there is a replica: the first commit would wait for it.
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query("select pg_reload_conf()");
  }
  return {
    primary,
    replica,
    async close() {
      await Promise.all([primary.kill(), replica.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, port: number, readyLine: string): Promise<TestPostgres> {
  const { postgres, user } = findPostgresBinaries(() => {});
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "fsync=off"];
  const flags = [...settings, "timezone=UTC", "wal_retrieve_retry_interval=100ms"].flatMap((each) => ["-c", each]);
  const child = spawn(postgres, ["-D", folder, "-p", String(port), ...flags], {
    ...user,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  await becomesReady(child, readyLine);
  const gone = new Promise((resolve) => child.once("close", resolve));
  return {
    url: urlOf(port),
    port,
    async query(text) {
      const client = new pg.Client({ connectionString: urlOf(port) });
      client.on("error", () => {});
      await client.connect();
      try {
        return await client.query(text);
      } finally {
        await client.end();
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

const becomesReady = (child: ChildProcess, readyLine: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-8_000);
      if (said.includes(readyLine)) resolve();
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
