import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../server/src/testing/client.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { seededRandom, systemRandom } from "../random.ts";
import { connectPostgres, type Postgres } from "./postgres.ts";

const seed = Number(process.env.FAULT_SEED ?? systemRandom.bytes(4).readUInt32BE());
/** The long version: `npm run test:faults`. */
const cuts = Math.max(40, Number(process.env.FAULT_RUNS ?? 0));
const writers = 8;
const callers = 4;
const random = seededRandom(seed);

let stack: Stack;
let writer: Postgres;
let killer: Postgres;
let clients: { uid: string; client: TestClient }[];
beforeAll(async () => {
  stack = await startStack();
  const { log } = stack.platform;
  writer = connectPostgres(stack.databaseUrl, { log, role: null, maxConnections: writers });
  killer = connectPostgres(stack.databaseUrl, { log, role: null, maxConnections: 1 });
  await writer.db.execute(sql`create table cut_pairs (id text not null)`);
  const uids = Array.from({ length: callers }, (_, name) => `cut-owner-${name}`);
  clients = await Promise.all(
    uids.map(async (uid) => ({ uid, client: await stack.signIn({ uid, role: "customer" }) })),
  );
});
afterAll(async () => {
  await Promise.all([writer.close(), killer.close()]);
  await stack.close();
});

let isGoing = true;
const outcomes = { written: new Set<string>(), failedWrites: 0, created: new Set<string>(), failedCalls: 0 };

/** Transactions of two statements, between which a connection is open and idle. */
async function keepWriting(name: number): Promise<void> {
  for (let turn = 0; isGoing; turn++) {
    const id = `${name}-${turn}`;
    const transaction = writer.db.transaction(async (tx) => {
      await tx.execute(sql`insert into cut_pairs values (${id})`);
      if (turn % 2 === 0) await wait(random.number() * 8);
      await tx.execute(sql`insert into cut_pairs values (${id})`);
    });
    await transaction.then(
      () => outcomes.written.add(id),
      () => {
        outcomes.failedWrites += 1;
      },
    );
  }
}

/** Commands of the API, whose connections are cut as well. */
async function keepCalling(name: number, uid: string, client: TestClient): Promise<void> {
  for (let turn = 0; isGoing; turn++) {
    const list = { name: `Cut ${name}-${turn}`, kind: "blocklist", domains: ["a.example"] };
    const { status } = await client.post(`/channels/${uid}`, list);
    if (status < 300) outcomes.created.add(list.name);
    else outcomes.failedCalls += 1;
  }
}

/** Cuts connections at random moments, whatever they are doing. @returns what they were doing, by the server's states */
async function cutConnections(): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  for (let done = 0; done < cuts; ) {
    await wait(random.number() * 25);
    const { rows } = await killer.db.execute<{ pid: number; state: string }>(sql`
      select pid, state from pg_stat_activity
      where datname = current_database() and application_name = 'litfass' and pid <> pg_backend_pid() and state is not null
      order by pid`);
    const victim = rows[Math.floor(random.number() * rows.length)];
    if (!victim) continue;
    await killer.db.execute(sql`select pg_terminate_backend(${victim.pid})`);
    states.set(victim.state, (states.get(victim.state) ?? 0) + 1);
    done += 1;
  }
  return states;
}

test(
  `connections cut at random points under load lose nothing acknowledged and leave nothing half written (seed ${seed})`,
  async () => {
    const load = [
      ...Array.from({ length: writers }, (_, name) => keepWriting(name)),
      ...clients.map(({ uid, client }, name) => keepCalling(name, uid, client)),
    ];
    const states = await cutConnections().finally(() => {
      isGoing = false;
    });
    await Promise.all(load);
    const { written, failedWrites, created, failedCalls } = outcomes;
    const { rows } = await killer.db.execute<{ id: string; times: number }>(
      sql`select id, count(*)::int as times from cut_pairs group by id`,
    );
    expect(rows.filter(({ times }) => times !== 2)).toEqual([]);
    const stored = new Set(rows.map(({ id }) => id));
    expect([...written].filter((id) => !stored.has(id))).toEqual([]);
    const lists = await killer.db.execute<{ name: string }>(sql`select name from domain_lists where name like 'Cut %'`);
    const names = lists.rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([...created].filter((name) => !names.includes(name))).toEqual([]);
    // Cuts hit open transactions, and the load went on meanwhile.
    expect(states.get("idle in transaction") ?? 0).toBeGreaterThan(0);
    expect(failedWrites).toBeGreaterThan(0);
    expect(Math.min(written.size, created.size)).toBeGreaterThan(cuts / 4);
    expect((await stack.app.inject("/ready")).statusCode).toBe(200);
    // No connection is left outside of its pool, where it would be missing for ever.
    expect(writer.pool.totalCount - writer.pool.idleCount).toBe(0);
    console.log(
      `seed ${seed}: ${cuts} cuts (${[...states].map(([state, count]) => `${count} ${state}`).join(", ")}); ` +
        `${written.size} transactions and ${created.size} calls acknowledged, ${failedWrites} and ${failedCalls} failed`,
    );
  },
  60_000 + cuts * 500,
);
