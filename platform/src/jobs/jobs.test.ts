import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { createJobs } from "./jobs.ts";

let stack: Stack;
const done: object[] = [];

beforeAll(async () => {
  stack = await startStack();
  stack.platform.jobs.work<{ name: string }>("greet", async (data) => {
    if (data.name === "nobody") throw new Error("there is nobody to greet");
    if (data.name === "query") await stack.platform.db.execute(sql`select ${"hash-of-a-password"}::int`);
    done.push(data);
  });
});
afterAll(() => stack.close());

test("a job exists if and only if the transaction that sent it commits", async () => {
  const { jobs, db } = stack.platform;
  await db.transaction(async (tx) => {
    await jobs.send("greet", { name: "Ada" }, { tx });
    expect(await jobs.drain("greet")).toBe(0);
  });
  const failed = db.transaction(async (tx) => {
    await jobs.send("greet", { name: "Bob" }, { tx });
    throw new Error("changed my mind");
  });
  await expect(failed).rejects.toThrow("changed my mind");
  expect(await jobs.drain("greet")).toBe(1);
  expect(done).toEqual([{ name: "Ada" }]);
});

test("a key prevents a second waiting job without delaying others", async () => {
  const { jobs } = stack.platform;
  expect(await jobs.send("greet", { name: "Cy" }, { singletonKey: "cy" })).not.toBeNull();
  expect(await jobs.send("greet", { name: "Cy" }, { singletonKey: "cy" })).toBeNull();
  expect(await jobs.send("greet", { name: "Di" })).not.toBeNull();
  expect(await jobs.drain("greet")).toBe(2);
  expect(await jobs.send("greet", { name: "Cy" }, { singletonKey: "cy" })).not.toBeNull();
  expect(await jobs.drain("greet")).toBe(1);
});

test("a schedule that is no longer declared is removed on start, the declared ones remain", async () => {
  const { jobs, db } = stack.platform;
  await jobs.send("statistics.tie-out", {});
  await db.execute(sql`
    insert into pgboss.schedule (name, key, cron, timezone) values ('statistics.tie-out', '', '23 3 * * *', 'UTC')`);
  const scheduled = async () => (await db.execute(sql`select name from pgboss.schedule`)).rows.map(({ name }) => name);
  expect(await scheduled()).toContain("statistics.tie-out");
  jobs.schedule("greet", "0 3 * * *");
  await jobs.start();
  const names = await scheduled();
  expect(names).toContain("greet");
  expect(names).not.toContain("statistics.tie-out");
});

test("once started, it runs jobs automatically and retries failed ones", async () => {
  const { jobs, db } = stack.platform;
  await jobs.send("greet", { name: "Eve" });
  await jobs.send("greet", { name: "nobody" });
  await expect.poll(() => done.some((data) => "name" in data && data.name === "Eve"), { timeout: 8000 }).toBe(true);
  const retried = async () => {
    const { rows } = await db.execute(sql`select state::text from pgboss.job where data->>'name' = 'nobody'`);
    return rows[0]?.state;
  };
  await expect.poll(retried, { timeout: 8000 }).toBe("retry");
});

test("the stored error of a failed query has no values of the query", async () => {
  const { jobs, db } = stack.platform;
  const id = await jobs.send("greet", { name: "query" });
  const stored = async () => {
    const { rows } = await db.execute(sql`select output::text as output from pgboss.job where id = ${id}`);
    return String(rows[0]?.output ?? "");
  };
  await expect.poll(stored, { timeout: 8000 }).toContain("Failed query");
  expect(await stored()).not.toContain("hash-of-a-password");
});

test("a burst is worked off without waiting for a poll between its jobs", { timeout: 20_000 }, async () => {
  const { jobs, db } = stack.platform;
  await db.transaction(async (tx) => {
    for (let burst = 1; burst <= 30; burst += 1) await jobs.send("greet", { burst }, { tx });
  });
  await expect.poll(() => done.filter((data) => "burst" in data).length, { timeout: 9000, interval: 20 }).toBe(30);
});

test("a notification starts each job: ten in turn do not wait for ten polls", { timeout: 20_000 }, async () => {
  const { jobs, db } = stack.platform;
  const { rows } = await db.execute(sql`select notify from pgboss.queue where name = 'greet'`);
  expect(rows).toEqual([{ notify: true }]);
  const sendTen = async () => {
    for (let turn = 1; turn <= 10; turn += 1) {
      await db.transaction((tx) => jobs.send("greet", { turn }, { tx }));
      await expect
        .poll(() => done.some((data) => "turn" in data && data.turn === turn), { timeout: 8000, interval: 10 })
        .toBe(true);
    }
  };
  const tooLate = new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error("jobs waited to be polled")), 9000),
  );
  await Promise.race([sendTen(), tooLate]);
});

test("after its server vanished without closing connections, the queue works again on new ones", async () => {
  const address = new URL(stack.databaseUrl);
  const port = Number(address.port);
  /** What the server would receive on these connections is lost. */
  const lost = new Set<object>();
  const open = new Set<object>();
  const proxy = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    open.add(near);
    near.on("data", (chunk) => lost.has(near) || far.write(chunk));
    far.on("data", (chunk) => near.write(chunk));
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      socket.on("error", () => {});
      socket.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address.port = String((proxy.address() as AddressInfo).port);
  const jobs = createJobs(address.href, stack.platform.log, { silenceMs: 700 });
  await jobs.send("greet", { name: "before" });
  for (const each of open) lost.add(each);
  const sent = async (): Promise<boolean> => {
    const id = await jobs.send("greet", { name: "after" }).catch(() => null);
    return id !== null;
  };
  await expect.poll(sent, { timeout: 20_000 }).toBe(true);
  await jobs.close();
  proxy.close();
});
