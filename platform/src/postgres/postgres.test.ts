import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import type { Log } from "../log/log.ts";
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

test("connections that are cut during transactions fail their queries, not the process, and nothing is half written", async () => {
  const warnings: string[] = [];
  const log = { ...stack.platform.log, warn: (_: object, message: string) => void warnings.push(message) } as Log;
  const writer = connectPostgres(stack.databaseUrl, { log, role: null, maxConnections: 4 });
  const killer = connectPostgres(stack.databaseUrl, { log, role: null, maxConnections: 1 });
  await writer.db.execute(sql`create table cut_pairs (id text not null)`);
  const cut = (pid: unknown) => killer.db.execute(sql`select pg_terminate_backend(${pid})`);
  let failed = 0;
  const write = async (id: number): Promise<void> => {
    const transaction = writer.db.transaction(async (tx) => {
      await tx.execute(sql`insert into cut_pairs values (${id})`);
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const before = warnings.length;
      if (id % 4 > 1) await cut(rows[0]?.pid);
      // The notice arrives while no query runs.
      if (id % 4 > 2) await expect.poll(() => warnings.length).toBeGreaterThan(before);
      await tx.execute(sql`insert into cut_pairs values (${id})`);
    });
    await transaction.catch(() => {
      failed += 1;
    });
  };
  for (let round = 0; round < 10; round++) await Promise.all([0, 1, 2, 3].map((each) => write(4 * round + each)));
  const { rows } = await writer.db.execute<{ pairs: number; halves: number }>(sql`
    select count(*) filter (where n = 2)::int as pairs, count(*) filter (where n <> 2)::int as halves
    from (select count(*) as n from cut_pairs group by id) each_id`);
  expect(rows).toEqual([{ pairs: 20, halves: 0 }]);
  expect(failed).toBe(20);
  expect(warnings).toContain("a PostgreSQL connection broke");
  await Promise.all([writer.close(), killer.close()]);
});

test("calls to a server that vanished without closing its connections fail, and later ones reach another server", async () => {
  const address = new URL(stack.databaseUrl);
  const port = Number(address.port);
  let isGone = false;
  const proxy = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    // What the first server would receive and answer is lost from then on.
    near.on("data", (chunk) => isGone || far.write(chunk));
    far.on("data", (chunk) => near.write(chunk));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on("error", () => {});
      socket.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address.port = String((proxy.address() as AddressInfo).port);
  const { log } = stack.platform;
  const postgres = connectPostgres(address.href, { log, role: null, maxConnections: 2, silenceMs: 700 });
  const within = postgres.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    isGone = true;
    await tx.execute(sql`select 2`);
  });
  await expect(within).rejects.toThrow();
  isGone = false;
  expect((await postgres.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }]);
  await postgres.close();
  proxy.close();
});
