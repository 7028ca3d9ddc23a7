import { adCallsPath } from "@litfass/contract/adserver/ad-call";
import type { AdEvent, NewAdEvent } from "@litfass/contract/events/ad-event";
import { systemClock } from "@litfass/platform/clock";
import { internalRequest } from "@litfass/platform/http/internal-call";
import { freePort } from "@litfass/platform/process/free-port";
import { systemRandom } from "@litfass/platform/random";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { publishCampaign } from "../../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../../server/src/testing/stack.ts";
import { type RunningAdServer, startAdServer } from "../../start-ad-server.ts";
import { addressesOf, someAgent, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

/** Two ad servers with one public address: whichever gets a call, the one that offered the ad counts it. */

const hourMs = 3_600_000;
const secret = "i".repeat(40);
let stack: Stack;
let campaignId = 0;
const events = new Map<string, NewAdEvent[]>();
const running = new Map<string, RunningAdServer>();

beforeAll(async () => {
  stack = await startStack();
});
beforeEach(async () => {
  events.clear();
  await stack.platform.db.execute("DELETE FROM deferred_ad_calls");
  const nowMs = Date.now();
  // A new campaign on a new site: ads that were never viewable would soon no longer be bought.
  campaignId += 1;
  await stack.platform.db.execute("UPDATE campaign_snapshots SET is_live = false");
  const snapshot = testSnapshot({
    campaignId,
    startAt: new Date(nowMs - hourMs).toISOString(),
    endAt: new Date(nowMs + 240 * hourMs).toISOString(),
    timeZone: "UTC",
    pacing: "ahead",
  });
  await stack.platform.db.transaction((tx) => publishCampaign(tx, snapshot, new Date()));
});
afterEach(async () => {
  for (const name of [...running.keys()]) await stop(name);
});
afterAll(() => stack.close());

async function start(process: string): Promise<number> {
  const { db, log, config, lastingKeys } = stack.platform;
  const own = events.get(process) ?? [];
  events.set(process, own);
  const before: AdEvent[] = own.map((event, sequence) => ({ ...event, process, sequence }));
  const port = await freePort();
  const started = await startAdServer({
    host: "127.0.0.1",
    port,
    adsUrl: "http://127.0.0.1:1",
    publicUrl: "http://127.0.0.1:2",
    process,
    signingKeys: config.secrets.signing,
    lastingKeys,
    db,
    databaseUrl: String((db as unknown as { $client: Pool }).$client.options.connectionString),
    clock: systemClock,
    random: systemRandom,
    log,
    append: async (event) => void own.push(event),
    history: { shipped: () => inOrder(before), knowsSinceMs: () => 0 },
    exchanges: { current: () => [{ name: "sandbox" }] },
    group: { keys: [secret], internalUrl: `http://127.0.0.1:${port}` },
  });
  running.set(process, started);
  return started.port;
}

async function* inOrder<Value>(values: Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function stop(process: string): Promise<void> {
  await running.get(process)?.stop();
  running.delete(process);
}

type Won = { burl: string; nurl: string; adm: string };

/** An ad of this process; waits for its lease and pacing. */
async function won(port: number): Promise<Won> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/openrtb2/sandbox/bid`, {
      method: "POST",
      body: JSON.stringify(testRequest({ user: {}, site: { domain: `site-${campaignId}.example` } })),
    });
    if (response.status === 200) return (await response.json()).seatbid[0].bid[0];
    await response.text();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("no bid");
}

const call = async (port: number, address: string, agent = someAgent): Promise<number> => {
  const { pathname, search } = new URL(address.replace(/\$(%7B|\{)AUCTION_PRICE(%7D|\})/, "2.5"));
  const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    headers: { "user-agent": agent },
    redirect: "manual",
  });
  await response.arrayBuffer();
  return response.status;
};

/** Kinds of the counted events of a process. */
const kindsOf = (process: string): string[] =>
  (events.get(process) ?? []).filter(({ invalid }) => invalid === "").map(({ kind }) => kind);
const waitFor = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  await expect.poll(condition, { timeout: 15_000, interval: 50 }).toBe(true);
};

test("calls that reach another ad server are counted by the one that offered the ad, once, with charge and cost", async () => {
  const [a, b] = [await start("a"), await start("b")];
  const { burl, nurl, adm } = await won(a);
  const { impression, viewable, click } = addressesOf(adm);
  expect(await call(b, nurl)).toBe(204);
  expect(await call(b, impression)).toBe(200);
  expect(await call(a, burl)).toBe(204);
  expect(await call(b, viewable)).toBe(200);
  expect(await call(b, click)).toBe(302);
  await waitFor(() => kindsOf("a").includes("click"));
  expect(kindsOf("a").sort()).toEqual(["click", "cost", "impression", "measured", "viewable", "win"]);
  expect(events.get("a")?.filter(({ charge_micros: charge }) => charge > 0)).toHaveLength(1);
  expect(events.get("b")).toEqual([]);
});

test("a bot's pixel that another ad server gets undoes the notice that this one holds, also while this one is down", async () => {
  const [a, b] = [await start("a"), await start("b")];
  const [seen, waiting] = [await won(a), await won(a)];
  const bot = "Googlebot/2.1";
  for (const { burl } of [seen, waiting]) expect(await call(a, burl)).toBe(204);
  expect(await call(b, addressesOf(seen.adm).impression, bot)).toBe(200);
  await waitFor(() => (events.get("a") ?? []).some(({ invalid }) => invalid === "bot"));
  // A kill leaves the journal as it was.
  const journal = [...(events.get("a") ?? [])];
  await stop("a");
  events.set("a", journal);
  expect(await call(b, addressesOf(waiting.adm).impression, bot)).toBe(200);
  await start("a");
  await waitFor(() => (events.get("a") ?? []).filter(({ invalid }) => invalid === "bot").length === 2);
  await stop("a");
  expect(events.get("a")?.filter(({ charge_micros: charge }) => charge > 0)).toEqual([]);
  expect(kindsOf("a")).toEqual(["cost", "cost"]);
});

test("a second pixel that another ad server gets is a duplicate", async () => {
  const [a, b] = [await start("a"), await start("b")];
  const { impression } = addressesOf((await won(a)).adm);
  for (const port of [b, b, a]) await call(port, impression);
  await waitFor(() => (events.get("a") ?? []).length === 2);
  expect(events.get("a")?.map(({ invalid }) => invalid)).toEqual(["", "duplicate"]);
});

test("while the ad server that offered the ad is down, calls wait and are counted once when it is back", async () => {
  const [a, b] = [await start("a"), await start("b")];
  const [shown, waiting] = [await won(a), await won(a)];
  await call(a, shown.burl);
  await stop("a");
  const { impression, click } = addressesOf(waiting.adm);
  for (const address of [shown.burl, impression, click]) expect(await call(b, address)).toBeLessThan(400);
  expect(kindsOf("a")).toEqual(["cost", "impression"]);
  const leftOver = await stack.platform.db.execute<{ call: object }>("SELECT call FROM deferred_ad_calls ORDER BY id");
  expect(leftOver.rows).toHaveLength(3);
  await start("a");
  await waitFor(async () => (await stack.platform.db.execute("SELECT 1 FROM deferred_ad_calls")).rows.length === 0);
  // A crash between counting and deleting would leave them to be counted again.
  for (const { call: again } of leftOver.rows) {
    await stack.platform.db.execute(
      `INSERT INTO deferred_ad_calls (process, call) VALUES ('a', '${JSON.stringify(again)}')`,
    );
  }
  await waitFor(async () => (await stack.platform.db.execute("SELECT 1 FROM deferred_ad_calls")).rows.length === 0);
  expect((events.get("a") ?? []).map(({ kind, invalid }) => kind + invalid)).toEqual([
    "cost",
    "impression",
    "impression",
    "click",
  ]);
  const charged = (events.get("a") ?? []).filter(({ charge_micros: charge }) => charge > 0);
  expect(charged.map(({ kind }) => kind)).toEqual(["impression", "impression"]);
});

test("a view that comes before the waiting impression of its ad is counted after it", async () => {
  const [a, b] = [await start("a"), await start("b")];
  const { impression, viewable } = addressesOf((await won(a)).adm);
  await stop("a");
  expect(await call(b, impression)).toBe(200);
  expect(await call(await start("a"), viewable)).toBe(200);
  expect(kindsOf("a").sort()).toEqual(["impression", "measured", "viewable"]);
});

test("a call without the installation's signature, or for a process that is not there, is rejected", async () => {
  const a = await start("a");
  const { impression } = addressesOf((await won(a)).adm);
  const token = new URL(impression).searchParams.get("t");
  const calls = [{ kind: "impression", token, at: Date.now(), ip: "192.0.2.1", headers: {}, has_opted_out: false }];
  const post = async (key: string, process: string): Promise<number> => {
    const request = internalRequest(key, adCallsPath, { at: new Date(), input: { process, calls } });
    return (await fetch(`http://127.0.0.1:${a}${adCallsPath}`, request)).status;
  };
  expect(await post("x".repeat(40), "a")).toBe(401);
  expect(await post(secret, "another")).toBe(409);
  expect(events.get("a")).toEqual([]);
  expect(await post(secret, "a")).toBe(200);
});
