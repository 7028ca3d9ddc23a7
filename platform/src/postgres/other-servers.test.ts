import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { skipped } from "../../../tests/support/needs.ts";
import { createLog } from "../log/log.ts";
import { freePort } from "../process/free-port.ts";
import { StartError } from "../process/lifetime.ts";
import { findPostgresBinaries } from "./binaries.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { migratePostgres } from "./migrate.ts";
import { connectPostgres, requireConnection } from "./postgres.ts";

const log = createLog({ level: "silent", process: "test" });
const temporaryFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-server-"));
  chmodSync(folder, 0o755);
  return folder;
};
const withUser = (url: string, user: string, database: string): string => {
  const changed = new URL(url);
  changed.username = user;
  changed.password = "owner-password";
  changed.pathname = `/${database}`;
  return changed.href;
};

const debian15 = "/usr/lib/postgresql/15/bin";
const has15 = existsSync(path.join(debian15, "postgres"));
describe("PostgreSQL 15", has15 ? {} : skipped("Debian's postgresql-15 is not installed"), () => {
  const folder = temporaryFolder();
  let server: EmbeddedPostgres;
  let admin: pg.Client;
  beforeAll(async () => {
    const bin = (name: string): string => path.join(debian15, name);
    const { user } = findPostgresBinaries(() => {});
    const binaries = { postgres: bin("postgres"), initdb: bin("initdb"), user };
    server = await startEmbeddedPostgres({
      folder: path.join(folder, "data"),
      password: "p",
      say: () => {},
      settings: ["fsync=off"],
      binaries,
    });
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query("create role plain login password 'owner-password' nocreaterole");
    await admin.query("create database plain owner plain");
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("an owner who may not create roles is told what an administrator must run, then migrates and connects", async () => {
    const url = withUser(server.url, "plain", "plain");
    const refused = await migratePostgres(url, log).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect(String(refused)).toContain("create role litfass_app nologin; grant litfass_app to");
    await admin.query("create role litfass_app nologin; grant litfass_app to plain");
    expect((await migratePostgres(url, log)).length).toBeGreaterThan(50);
    const postgres = connectPostgres(url, { log });
    await requireConnection(postgres);
    const { rows } = await postgres.db.execute(
      sql`select current_user as role, current_setting('lock_timeout') as lock`,
    );
    expect(rows).toEqual([{ role: "litfass_app", lock: "20s" }]);
    await expect(postgres.db.execute(sql`delete from ledger_entries`)).rejects.toThrow();
    await postgres.close();
  });
});

const hasBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;
describe("PgBouncer in transaction mode", hasBouncer ? {} : skipped("pgbouncer is not installed"), () => {
  let running: ChildProcess | undefined;
  const folder = temporaryFolder();
  afterAll(() => {
    running?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startBouncer(more: string): Promise<string> {
    running?.kill();
    const port = await freePort();
    const { hostname, port: backend, username, password } = new URL(inject("postgresTemplate"));
    const config = path.join(folder, `${port}.ini`);
    writeFileSync(
      config,
      `[databases]\nlitfass = host=${hostname} port=${backend} dbname=postgres user=${username} password=${decodeURIComponent(password)}\n` +
        `[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\nauth_type=any\npool_mode=transaction\nunix_socket_dir=\n${more}\n`,
    );
    const { user } = findPostgresBinaries(() => {});
    running = spawn("pgbouncer", ["-q", config], { ...user, stdio: "ignore" });
    const url = `postgres://someone@127.0.0.1:${port}/litfass`;
    for (let attempt = 0; attempt < 200; attempt++) {
      const client = new pg.Client({ connectionString: url });
      const isThere = await client.connect().then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== "ECONNREFUSED",
      );
      await client.end().catch(() => {});
      if (isThere) return url;
      await wait(50);
    }
    throw new Error("pgbouncer did not start");
  }

  const refusal = async (url: string): Promise<string> => {
    const postgres = connectPostgres(url, { log });
    const error = await requireConnection(postgres).catch((caught: unknown) => caught);
    await postgres.close();
    expect(error).toBeInstanceOf(StartError);
    return String(error);
  };

  test("is refused in one line, because it drops the role and the time limits", async () => {
    expect(await refusal(await startBouncer(""))).toMatch(/unsupported startup parameter.*session mode/);
  });

  test("is refused as well where it ignores them, because everything would run as the owner", async () => {
    const ignored = "options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout";
    const url = await startBouncer(`ignore_startup_parameters=${ignored}`);
    expect(await refusal(url)).toMatch(/the database's user is not litfass_app.*session mode/);
  });
});
