import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../process/free-port.ts";
import { StartError } from "../process/lifetime.ts";
import { systemRandom } from "../random.ts";
import { canReach, findPostgresBinaries, type PostgresBinaries, type ServerUser } from "./binaries.ts";
import { stopOrphanedPostgres } from "./orphan.ts";

export type EmbeddedPostgres = {
  /** URL of the database `litfass` as the owner. */
  url: string;
  port: number;
  /** Closes connections, writes everything to disk and waits until the server has exited. */
  stop(): Promise<void>;
  /** Resolves when the server exits unexpectedly. */
  died: Promise<string>;
};

export type EmbeddedPostgresOptions = {
  /** Folder of the cluster; created and initialized if empty. */
  folder: string;
  password: string;
  /** Lines for the terminal. */
  say: (line: string) => void;
  /** Further server settings, `name=value`. */
  settings?: string[];
  /** Programs of another PostgreSQL than the bundled one. */
  binaries?: PostgresBinaries;
  /** The port of a server that ran in this folder before and is started again; a free one otherwise. */
  port?: number;
};

const owner = "litfass";
const readyLine = "database system is ready to accept connections";
const startTimeoutMs = 60_000;

/**
 * Starts the bundled PostgreSQL on 127.0.0.1. A server left by a killed run in the same folder is
 * stopped first. Callers must ensure that only one run uses a folder.
 * @throws with the server's last output if it does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? findPostgresBinaries(options.say);
  const folder = prepareFolder(path.resolve(options.folder), binaries.user, options.say);
  await stopOrphanedPostgres(folder, options.say);
  if (!existsSync(path.join(folder, "PG_VERSION"))) await initialise(binaries, folder, options.password);
  const port = options.port ?? (await freePort());
  const server = await startServer(binaries, folder, port, options.settings ?? []);
  const url = `postgres://${owner}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/litfass`;
  if (options.port === undefined) await createDatabase(url);
  return { url, port, ...server };
}

/**
 * The folder used by the server's user. If a parent folder is inaccessible to that user (a checkout in /root), the
 * data is in the system's application data folder, with a link to it at the requested place.
 */
function prepareFolder(folder: string, user: ServerUser, say: (line: string) => void): string {
  mkdirSync(path.dirname(folder), { recursive: true });
  if (user.uid === undefined || user.gid === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
  if (!existsSync(folder) && !canReach(path.dirname(folder), user)) {
    // A new name each time, so that a folder linked by another user is never used.
    const name = `${path.basename(path.dirname(folder))}-${systemRandom.id().slice(0, 8)}`;
    const elsewhere = path.join("/var/lib/litfass", name);
    mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
    rmSync(folder, { force: true });
    symlinkSync(elsewhere, folder);
    say(`The user postgres cannot reach ${folder}: the database lies in ${elsewhere}`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = realpathSync(folder);
  if (!canReach(path.dirname(real), user)) {
    throw new StartError(`the user postgres cannot reach ${real}; open the folders above it or set DATA_DIR`);
  }
  chownSync(real, user.uid, user.gid);
  return real;
}

async function initialise({ initdb, user }: PostgresBinaries, folder: string, password: string): Promise<void> {
  const passwordFile = path.join(os.tmpdir(), `litfass-${process.pid}-${path.basename(folder)}.pw`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const args = [`--pgdata=${folder}`, "--auth=scram-sha-256", `--username=${owner}`, `--pwfile=${passwordFile}`];
  args.push("--encoding=UTF8", "--locale=C", "--no-instructions");
  const child = spawn(initdb, args, { ...user, cwd: os.tmpdir(), stdio: ["ignore", "ignore", "pipe"] });
  try {
    const words = lastWords(child);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new Error(`PostgreSQL could not be set up in ${folder}: ${words()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

type Server = Pick<EmbeddedPostgres, "stop" | "died">;

async function startServer(
  { postgres, user }: PostgresBinaries,
  folder: string,
  port: number,
  settings: string[],
): Promise<Server> {
  const own = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "timezone=UTC"];
  const flags = [...own, ...settings].flatMap((setting) => ["-c", setting]);
  // A separate process group: Ctrl-C must not end the database before its clients.
  const child = spawn(postgres, ["-D", folder, "-p", String(port), ...flags], {
    ...user,
    cwd: os.tmpdir(),
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const words = lastWords(child);
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`PostgreSQL did not start in ${folder}: ${why}`));
    const timer = setTimeout(() => {
      child.kill("SIGQUIT");
      fail(`no answer within ${startTimeoutMs / 1000} s. ${words()}`);
    }, startTimeoutMs);
    child.once("error", (error) => fail(error.message));
    child.once("close", () => fail(words()));
    child.stderr?.on("data", () => {
      if (!words().includes(readyLine)) return;
      clearTimeout(timer);
      resolve();
    });
    void gone.then(() => clearTimeout(timer));
  });
  const guard = guardAgainstOwnDeath(child.pid);
  let stopping = false;
  const died = new Promise<string>((resolve) => void gone.then(() => stopping || resolve(words())));
  const stop = async (): Promise<void> => {
    stopping = true;
    guard?.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
    await gone;
  };
  return { stop, died };
}

/**
 * A waiting shell stops the server when this process dies for any reason, because the system then closes the shell's
 * input pipe. Not on Windows; there the next start stops the server.
 */
function guardAgainstOwnDeath(pid: number | undefined): ChildProcess | null {
  if (process.platform === "win32" || pid === undefined) return null;
  const script = 'cat >/dev/null; kill -INT "$1"';
  const guard = spawn("/bin/sh", ["-c", script, "litfass-guard", String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  guard.on("error", () => {});
  return guard;
}

/** The last lines of a program's error output. */
function lastWords(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-4000);
  });
  return () => text.trim();
}

async function createDatabase(url: string): Promise<void> {
  const { default: pg } = await import("pg");
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  // A cut connection fails the query too; without a listener, it would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'litfass'");
    if (rowCount === 0) await client.query("create database litfass");
  } finally {
    await client.end();
  }
}
