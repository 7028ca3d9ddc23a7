import { sessionCookie } from "@litfass/platform/http/cookies";
import { openPlatform } from "@litfass/platform/platform";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../modules/identity/index.ts";
import { type Stack, startStack } from "../testing/stack.ts";
import { buildApp } from "./build-app.ts";

/** An API whose replica counts the statements that it is asked for, and answers like the primary. */
let stack: Stack;
let app: FastifyInstance;
let cookie: string;
let close: () => Promise<void>;
let asked = 0;

beforeAll(async () => {
  stack = await startStack();
  const counted = new Proxy(stack.platform.db, {
    get(db, name) {
      if (["execute", "select", "selectDistinct"].includes(String(name))) asked += 1;
      return Reflect.get(db, name) as unknown;
    },
  }) as Database;
  const { config, log, clock, mailer, clickhouse } = stack.platform;
  const parts = { config, log, clock, mailer, clickhouse, databaseUrl: stack.databaseUrl };
  const opened = await openPlatform(parts);
  close = opened.close;
  app = await buildApp({ ...opened.platform, reports: { ...opened.platform.reports, db: counted } });
  await app.ready();
  const { uid } = await stack.signIn("super_admin");
  cookie = `${sessionCookie}=${await openSession(stack.platform, uid ?? "")}`;
});
afterAll(async () => {
  await app.close();
  await close();
  await stack.close();
});

test.each<[path: string, isOfReplica: boolean]>([
  ["/statistics", true],
  ["/statistics/impressions-clicks-chart", true],
  ["/excel?group_by=day&format=csv", true],
  ["/statistics/margins", false],
  ["/admin/users/excel", true],
  // What the reader may just have changed.
  ["/statistics/campaigns", false],
  ["/statistics/budgets", false],
  ["/statistics?campaign_ids=1", false],
  ["/user-campaigns", false],
  ["/users/me", false],
])("%s is read from the replica: %s", async (path, isOfReplica) => {
  asked = 0;
  const { statusCode } = await app.inject({ url: `/api/v1${path}`, headers: { cookie } });
  expect([statusCode, asked > 0]).toEqual([200, isOfReplica]);
});
