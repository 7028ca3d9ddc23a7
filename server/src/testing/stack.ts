import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import type { Language } from "@litfass/contract/kernel/language";
import type { Role } from "@litfass/contract/kernel/roles";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { type FixedClock, fixedClock } from "@litfass/platform/clock";
import type { Config } from "@litfass/platform/config/config";
import type { Authenticate } from "@litfass/platform/http/signed-in";
import { createLog } from "@litfass/platform/log/log";
import type { Mail, Mailer } from "@litfass/platform/mail/mailer";
import { openPlatform, type Platform } from "@litfass/platform/platform";
import { systemRandom } from "@litfass/platform/random";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { inject } from "vitest";
import { findSignedIn, openSession } from "../modules/identity/index.ts";
import { findUser, insertUser } from "../modules/users/index.ts";
import { type AppOptions, accountReadersOf, buildApp } from "../processes/build-app.ts";
import { readAppConfig } from "../processes/config.ts";
import { createTestClient, type TestClient } from "./client.ts";
import { compareAnswers, expectAllDeclared } from "./declared-answers.ts";
import { newMemoryFolder } from "./memory-folder.ts";

export type StackOptions = {
  /** Variables that override the test defaults. */
  env?: Record<string, string>;
  /** The clock's initial time. */
  now?: Date;
  /** Additional routes of the test. */
  routes?: (app: FastifyInstance, platform: Platform) => void;
  /** Receives each line of the log, with all levels. */
  onLogLine?: (line: string) => void;
  /** Folder of a built web app; the real one by default. */
  webDist?: string;
  /** Replaces other modules' data for events and statistics. */
  modules?: Pick<AppOptions, "settle" | "statistics">;
};

/** A user to call as. Defaults to an active, verified account with a complete profile. */
export type TestUser = { uid: string; role: Role; lang?: Language; verified?: boolean; filled?: boolean };

export type Stack = {
  platform: Platform;
  app: FastifyInstance;
  /** The test's own database, as the owner. */
  databaseUrl: string;
  /** The platform's clock, which stands still until the test moves it. */
  clock: FixedClock;
  /** Mails that were sent, oldest first. */
  outbox: Mail[];
  /** A client without a session. */
  visitor(): TestClient;
  /** A client of this role, or of this user. */
  signIn(who: Role | TestUser): Promise<TestClient>;
  /** How many connections to the test's own database wait for a lock. */
  waitingForLocks(): Promise<number>;
  close(): Promise<void>;
};

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the migrated template database, as the owner. */
    postgresTemplate: string;
    /** Folder of a migrated, empty event store. */
    clickHouseTemplate: string;
  }
}

/** A closed port: a sandbox that happens to run on this machine changes no result. */
export const closedSandbox = "http://127.0.0.1:9";
const testSessionHeader = "x-test-session";

/**
 * The real server on a fresh PostgreSQL database (a copy of the migrated template) and its own event store, without a
 * network: calls are injected. Close it after the tests of a file.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const folder = newMemoryFolder("litfass-test-");
  const config: Config = readAppConfig({
    DATA_DIR: folder,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    REQUESTS_PER_MINUTE: "1000000",
    // Production refuses a sandbox.
    ...(options.env?.PRODUCTION !== "on" && { SANDBOX_URL: closedSandbox, SANDBOX_SMTP_PORT: "9" }),
    // Disables the limit, because one test user sets up many customers; the limit has its own tests.
    SECOND_APPROVER_ABOVE: "40000",
    ...options.env,
  });
  const { onLogLine } = options;
  const log = onLogLine
    ? createLog({ level: "trace", process: "test" }, { write: onLogLine })
    : createLog({ level: config.logLevel, process: "test" });
  const clock = fixedClock(options.now ?? new Date("2026-03-02T09:00:00.000Z"));
  const database = await copyTemplate();
  const clickhouse = lateEventStore(path.join(folder, "clickhouse"));
  const outbox: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void outbox.push(mail), close: () => {} };
  const opened = await openPlatform({ config, log, clock, mailer, clickhouse, databaseUrl: database.url });
  // Tests send the session in a separate header, so that cookies are free for the test.
  const authenticate: Authenticate = async (request) => {
    const session = request.headers[testSessionHeader] ?? app.services.cookies.read(request);
    return session ? findSignedIn(opened.platform, accountReadersOf(opened.platform), String(session)) : null;
  };
  const app = await buildApp(opened.platform, { authenticate, webDist: options.webDist, ...options.modules });
  options.routes?.(app, opened.platform);
  compareAnswers(app);
  await app.ready();
  return stackOf({
    platform: opened.platform,
    app,
    databaseUrl: database.url,
    clock,
    outbox,
    async close() {
      await app.close();
      await opened.close();
      await clickhouse.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
      expectAllDeclared(app);
    },
  });
}

const storeMethods = ["query", "command", "exec", "insert", "ping", "insertNative", "define"] as const;

/** A copy of the migrated event store that opens at its first use, because most tests use none. */
function lateEventStore(folder: string): ClickHouse {
  let opened: Promise<ClickHouse> | null = null;
  const open = (): Promise<ClickHouse> => {
    cpSync(inject("clickHouseTemplate"), folder, { recursive: true });
    return connectClickHouse({ url: null, folder });
  };
  const late =
    (name: (typeof storeMethods)[number]) =>
    async (...given: never[]) => {
      opened ??= open();
      const store = await opened;
      return (store[name] as (...given: never[]) => Promise<unknown>)(...given);
    };
  const methods = Object.fromEntries(storeMethods.map((name) => [name, late(name)]));
  return Object.assign(methods, { close: async () => (await opened)?.close() }) as unknown as ClickHouse;
}

type RunningServer = Pick<Stack, "platform" | "app" | "databaseUrl" | "clock" | "outbox" | "close">;

/**
 * Lets go of the server at `close`: variables of a test file live as long as the process that runs it, and so would
 * every app that a file started.
 */
function stackOf(server: RunningServer): Stack {
  let running: RunningServer | null = server;
  const open = (): RunningServer => {
    if (!running) throw new Error("the stack is closed");
    return running;
  };
  const stack: Stack = {
    get platform() {
      return open().platform;
    },
    get app() {
      return open().app;
    },
    get clock() {
      return open().clock;
    },
    get outbox() {
      return open().outbox;
    },
    databaseUrl: server.databaseUrl,
    visitor: () => createTestClient(stack, {}),
    async signIn(who) {
      const user = typeof who === "string" ? { uid: `${who}-${systemRandom.id()}`, role: who } : who;
      await addUser(stack.platform, user);
      const session = await openSession(stack.platform, user.uid);
      return createTestClient(stack, { [testSessionHeader]: session }, user.uid);
    },
    async waitingForLocks() {
      // Only the owner sees what other connections wait for.
      const owner = new pg.Client(stack.databaseUrl);
      await owner.connect();
      const { rows } = await owner.query(
        "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      await owner.end();
      return rows[0].n;
    },
    async close() {
      const closing = open();
      running = null;
      await closing.close();
    },
  };
  return stack;
}

/** Inserts a test's user unless it exists. */
async function addUser({ db, clock }: Platform, user: TestUser): Promise<void> {
  const { uid, role, lang = "en", verified = true, filled = true } = user;
  if (await findUser(db, uid)) return;
  const now = clock.now();
  const address = { countryCode: "CH", postalCode: "3011", city: "Bern", street: "Gerberngasse", houseNumber: "27" };
  await insertUser(db, {
    uid,
    role,
    lang,
    email: `${uid.toLowerCase()}@test.example`,
    emailVerifiedAt: verified ? now : null,
    fullName: "Test Person",
    displayName: "Test Person",
    ...(filled ? { ...address, status: 2, termsAcceptedAt: now } : {}),
    createdAt: now,
    updatedAt: now,
  });
}

/** Copies the template, which takes tens of milliseconds; migrating takes a second. */
async function copyTemplate(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(inject("postgresTemplate"));
  const name = `test_${systemRandom.id().replaceAll("-", "")}`;
  const admin = new URL(template);
  admin.pathname = "/postgres";
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
