import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { connectPostgres, sqlStateOf, uniqueViolationOf } from "./postgres.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("processes use a role that owns nothing, in UTC", async () => {
  const { rows } = await stack.platform.db.execute(
    sql`select current_user as role, current_setting('timezone') as zone`,
  );
  expect(rows).toEqual([{ role: "litfass_app", zone: "UTC" }]);
  const error = await stack.platform.db.execute(sql`drop table installation`).catch((caught: unknown) => caught);
  expect(sqlStateOf(error)).toBe("42501");
});

test("finds a unique violation inside the wrapped error", async () => {
  const insert = () => stack.platform.db.execute(sql`insert into installation (key, value) values ('twice', '')`);
  await insert();
  const error = await insert().catch((caught: unknown) => caught);
  expect(uniqueViolationOf(error)).toEqual({ constraint: "installation_pkey" });
  expect(uniqueViolationOf(new Error("else"))).toBeNull();
});

test("a connection that breaks while idle does not crash the process", async () => {
  const { log } = stack.platform;
  const { rows } = await stack.platform.db.execute<{ url: string }>(sql`select current_database() as url`);
  const url = new URL(stack.databaseUrl);
  expect(url.pathname).toBe(`/${rows[0]?.url}`);
  const other = connectPostgres(stack.databaseUrl, { log, role: null, maxConnections: 1 });
  const pid = (await other.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;
  const killer = connectPostgres(stack.databaseUrl, { log, role: null });
  await killer.db.execute(sql`select pg_terminate_backend(${pid})`);
  await expect.poll(async () => (await other.db.execute(sql`select 1 as one`).catch(() => null))?.rows[0]?.one).toBe(1);
  await Promise.all([other.close(), killer.close()]);
});
