import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { AdEvent, NewAdEvent } from "@litfass/contract/events/ad-event";
import { type Clock, systemClock } from "@litfass/platform/clock";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { followExchanges } from "@litfass/platform/exchanges/follow-exchanges";
import { systemRandom } from "@litfass/platform/random";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { publishAdFile } from "../../server/src/modules/creatives/ad-file-sql.ts";
import { listDeliveryStatus } from "../../server/src/modules/spend/delivery-status-sql.ts";
import {
  findCampaignBudget,
  publishCampaign,
  withdrawCampaign,
} from "../../server/src/modules/spend/publish-budget-sql.ts";
import { settleSpend } from "../../server/src/modules/spend/settle-spend-sql.ts";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";
import { type AdServerOptions, type RunningAdServer, startAdServer } from "./start-ad-server.ts";
import { listAdjustments, recordAdjustments } from "./sync/adjustment-sql.ts";
import { listBidAnswers } from "./sync/bid-outcome-sql.ts";
import { someAgent, testRequest, testSnapshot } from "./testing/testing-ad-server.ts";

let stack: Stack;
let running: RunningAdServer | undefined;
const events: NewAdEvent[] = [];
const sandboxOnly: Exchange[] = [{ name: "sandbox" }];

beforeAll(async () => {
  stack = await startStack();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await stack.platform.db.execute("UPDATE campaign_snapshots SET is_live = false");
});
afterAll(() => stack.close());

const pool = () => (stack.platform.db as unknown as { $client: Pool }).$client;

async function start(
  unshipped: AdEvent[] = [],
  clock: Clock = systemClock,
  journal?: AdServerOptions["journal"],
  exchanges: AdServerOptions["exchanges"] = { current: () => sandboxOnly },
  settings?: AdServerOptions["settings"],
  history?: AdServerOptions["history"],
): Promise<RunningAdServer> {
  running = await startAdServer({
    host: "127.0.0.1",
    port: 0,
    adsUrl: "http://127.0.0.1:1",
    publicUrl: "http://127.0.0.1:2",
    process: "delivery-test",
    signingKeys: stack.platform.config.secrets.signing,
    lastingKeys: stack.platform.lastingKeys,
    db: stack.platform.db,
    databaseUrl: String(pool().options.connectionString),
    clock,
    random: systemRandom,
    log: stack.platform.log,
    append: async (event) => void events.push(event),
    journal,
    unshipped,
    history,
    exchanges,
    settings,
  });
  return running;
}

const hourMs = 3_600_000;
const current = (changes: Partial<CampaignSnapshot> = {}) =>
  testSnapshot({
    startAt: new Date(Date.now() - hourMs).toISOString(),
    endAt: new Date(Date.now() + 240 * hourMs).toISOString(),
    timeZone: "UTC",
    ...changes,
  });
const publish = (snapshot: CampaignSnapshot) =>
  stack.platform.db.transaction((tx) => publishCampaign(tx, snapshot, new Date()));

async function ask(port: number, changes: Record<string, unknown> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/openrtb2/sandbox/bid`, {
    method: "POST",
    body: JSON.stringify(testRequest({ user: {}, ...changes })),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Repeats until this response arrives; returns it and the elapsed milliseconds, or fails after two seconds. */
async function until(port: number, status: number, changes: Record<string, unknown> = {}) {
  const startedMs = performance.now();
  for (;;) {
    const answer = await ask(port, changes);
    const tookMs = performance.now() - startedMs;
    if (answer.status === status) return { body: answer.body, tookMs };
    if (tookMs > 2_000) throw new Error(`no ${status} within two seconds: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const get = (port: number, address: string) => {
  const url = new URL(address);
  return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
    headers: { "user-agent": someAgent },
    redirect: "manual",
  });
};

test("a published campaign bids within two seconds, a withdrawn one stops within two seconds", async () => {
  const { port } = await start();
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  expect((await ask(port)).status).toBe(204);
  await publish(current());
  const { tookMs: bidsAfterMs } = await until(port, 200);
  await stack.platform.db.transaction((tx) => withdrawCampaign(tx, 1, 2));
  const { tookMs: stopsAfterMs } = await until(port, 204);
  console.log(`bids after ${Math.round(bidsAfterMs)} ms, stops after ${Math.round(stopsAfterMs)} ms`);
  await publish(current({ version: 1 }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  // A busy machine responds "overloaded" for a while, then with the real reason.
  await expect
    .poll(async () => {
      expect((await ask(port)).status).toBe(204);
      return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    })
    .toMatch(/litfass_no_bid_total\{reason="no_campaign"\} [1-9]/);
  await running?.stop();
  running = undefined;
  const answers = await listBidAnswers(stack.platform.db, new Date(Date.now() - 3_600_000));
  expect(answers.map(({ answer }) => answer)).toEqual(expect.arrayContaining(["bid", "no_campaign"]));
  expect(answers.every(({ chances }) => chances > 0)).toBe(true);
});

test("an ad is served, counted, clicked and settled; a restart continues with the same lease", async () => {
  events.length = 0;
  const { db } = stack.platform;
  const html = `<!doctype html><html><head><script>var clickTag = "https://example.org/";</script></head><body></body></html>`;
  const fileHash = await publishAdFile(db, { body: Buffer.from(html), contentType: "text/html" });
  const creatives = [{ ...testSnapshot().creatives[0]!, fileHash }];
  await publish(current({ campaignId: 5, version: 1, creatives, name: "Fünf" }));
  const first = await start();
  const { body } = await until(first.port, 200, { cur: ["EUR"] });
  const bid = body.seatbid[0].bid[0];
  const address = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(bid.adm)![1]!;
  expect((await get(first.port, address("impression"))).headers.get("content-type")).toBe("image/gif");
  expect((await get(first.port, address("viewable"))).status).toBe(200);
  const frame = /<iframe src="([^"]+)"/.exec(bid.adm)![1]!;
  const document = await (await get(first.port, frame)).text();
  const clickTag = /var clickTag = "([^"]+)"/.exec(document)![1]!;
  const click = await get(first.port, clickTag);
  expect([click.status, click.headers.get("location")]).toEqual([302, expect.stringContaining("utm_campaign=5-funf")]);
  expect(events.map(({ kind, charge_micros }) => [kind, charge_micros])).toEqual([
    ["impression", 25_000],
    ["measured", 0],
    ["viewable", 0],
    ["click", 0],
  ]);
  const before = (await findCampaignBudget(db, 5))!;
  expect(before.leasedMicros).toBeGreaterThanOrEqual(25_000n);
  const spend = { leaseId: events[0]!.lease_id, campaignId: 5, amountMicros: 25_000n };
  const settled = await db.transaction((tx) =>
    settleSpend(tx, { process: "delivery-test", batch: "1", perLease: [spend] }),
  );
  expect(settled).toEqual([{ campaignId: 5, settledMicros: 25_000n, lostMicros: 0n }]);
  await first.stop();
  running = undefined;
  expect(await findCampaignBudget(db, 5)).toMatchObject({ spentMicros: 25_000n, leasedMicros: 0n });
  expect(await listDeliveryStatus(db, [5])).toMatchObject([{ impressions: 1, measured: 1, viewable: 1, isLive: true }]);
  const second = await start();
  await until(second.port, 200);
  // The same pixel in a process without a record of it: not charged twice.
  await get(second.port, address("impression"));
  expect(events.filter((event) => event.charge_micros > 0)).toHaveLength(1);
});

test("a killed process replays its unshipped journal: charges and counted ads are kept", async () => {
  events.length = 0;
  const { db } = stack.platform;
  await publish(
    current({ campaignId: 6, version: 1, targeting: { ...testSnapshot().targeting, siteAllow: ["six.example"] } }),
  );
  const site = { site: { domain: "six.example" } };
  const first = await start();
  const { body } = await until(first.port, 200, site);
  const { burl } = body.seatbid[0].bid[0];
  await get(first.port, burl);
  const lease = (await db.execute<{ id: string }>(`SELECT id FROM leases WHERE campaign_id = 6 AND closed_at IS NULL`))
    .rows[0]!;
  const journal = events.map((event, sequence) => ({ ...event, process: "delivery-test", sequence }));
  // A second process with the same name simulates the restarted one; the first never returned anything.
  const second = await startDeliveryBeside(journal);
  try {
    await get(second.port, burl);
    expect(events.map(({ kind, held_micros: held }) => [kind, held])).toEqual([["bill", 25_000]]);
    const open = await db.execute<{ id: string }>(`SELECT id FROM leases WHERE campaign_id = 6 AND closed_at IS NULL`);
    expect(open.rows).toEqual([lease]);
  } finally {
    await second.stop();
  }
  const { rows } = await db.execute<{ granted_micros: string }>(
    `SELECT granted_micros FROM leases WHERE id = '${lease.id}'`,
  );
  expect(rows[0]!.granted_micros).toBe("25000");
  expect(events.slice(1)).toMatchObject([{ kind: "impression", charge_micros: 25_000, lease_id: lease.id }]);
});

async function startDeliveryBeside(journal: AdEvent[]): Promise<RunningAdServer> {
  const first = running;
  const second = await start(journal);
  running = first;
  return second;
}

test("an ad that was won before a restart and is shown after it is charged once, also if its journal was shipped", async () => {
  events.length = 0;
  await publish(
    current({ campaignId: 8, version: 1, targeting: { ...testSnapshot().targeting, siteAllow: ["eight.example"] } }),
  );
  const site = { site: { domain: "eight.example" } };
  const won = async (port: number): Promise<string> => (await until(port, 200, site)).body.seatbid[0].bid[0].burl;
  const first = await start();
  const [shown, waiting] = [await won(first.port), await won(first.port)];
  await get(first.port, shown);
  await first.stop();
  const shipped = events.map((event, sequence) => ({ ...event, process: "delivery-test", sequence }));
  const history = { shipped: () => inOrder(shipped), knowsSinceMs: () => 0 };
  const second = await start([], systemClock, undefined, { current: () => sandboxOnly }, undefined, history);
  await until(second.port, 200, site);
  for (const burl of [shown, waiting, waiting]) await get(second.port, burl);
  await second.stop();
  running = undefined;
  const charged = events.filter((event) => event.charge_micros > 0).map((event) => event.auction_id);
  expect(new Set(charged).size).toBe(2);
  expect(charged).toHaveLength(2);
});

async function* inOrder<Value>(values: Value[]): AsyncGenerator<Value> {
  yield* values;
}

test("records adjustments by minute", async () => {
  await publish(current({ campaignId: 7, version: 1 }));
  const { port, stop } = await start();
  await until(port, 200);
  for (let i = 0; i < 30; i++) {
    await ask(port);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  running = undefined;
  const minutes = await listAdjustments(stack.platform.db, 7);
  expect(minutes[0]).toMatchObject({ campaignId: 7, adjustments: expect.any(Number), reasons: expect.any(Object) });
});

test("adjustments of several ad servers are one row per campaign and minute", async () => {
  const { db } = stack.platform;
  const atMs = Date.parse("2026-03-02T09:00:30Z");
  const adjustment = { campaignId: 70, reason: "ahead_of_plan", participationBefore: 1, priceFactorBefore: 1 } as const;
  const after = (participationAfter: number) => ({ participationAfter, priceFactorAfter: 1 });
  const minute = Array.from({ length: 150 }, (_, at) => ({ ...adjustment, atMs: atMs + at, ...after(0.5) }));
  await recordAdjustments(db, minute);
  await recordAdjustments(db, [...minute, { ...adjustment, atMs: atMs + 200, ...after(0.25) }]);
  expect(await listAdjustments(db, 70)).toEqual([
    {
      ...{
        campaignId: 70,
        minuteAt: new Date("2026-03-02T09:00:00Z"),
        adjustments: 301,
        reasons: { ahead_of_plan: 301 },
      },
      ...{ participationBefore: 1, participationAfter: 0.25, priceFactorBefore: 1, priceFactorAfter: 1 },
    },
  ]);
});

test("does not start with a clock that differs from the database's", async () => {
  const early: Clock = { now: () => new Date(systemClock.now().getTime() - 3_000) };
  await expect(start([], early)).rejects.toThrow(/clock differs from the database's by -[23]\.\d s; synchronize both/);
});

test("stops bidding while the journal cannot be written, and continues by itself once it can", async () => {
  await publish(current({ campaignId: 9 }));
  let hasSpace = true;
  const backlog = async () => ({ events: 3, bytes: 700, oldestAtMs: Date.now() - 60_000 });
  const journal = { isWritable: () => hasSpace, probe: async () => hasSpace, filesForInspection: () => 0, backlog };
  const { port } = await start([], systemClock, journal);
  const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect.poll(async () => (await ask(port)).status, { timeout: 30_000 }).toBe(200);
  hasSpace = false;
  expect((await ask(port)).status).toBe(204);
  expect((await read("/ready")).status).toBe(503);
  expect(await (await read("/metrics")).text()).toContain("litfass_journal_writable 0");
  hasSpace = true;
  expect((await read("/ready")).status).toBe(200);
  await expect.poll(async () => (await ask(port)).status, { timeout: 30_000 }).toBe(200);
});

test("an exchange that staff add, change or disable applies within seconds, without a restart", async () => {
  const boss = await stack.signIn("super_admin");
  const { db, log, config } = stack.platform;
  const exchanges = await followExchanges({ db, url: String(pool().options.connectionString), log, config });
  try {
    const { port } = await start([], systemClock, undefined, exchanges);
    await publish(current());
    const secret = "a secret of this exchange".replaceAll(" ", "-");
    const body = () => JSON.stringify(testRequest({ user: {}, test: 1 }));
    const send = (headers = {}) =>
      fetch(`http://127.0.0.1:${port}/openrtb2/added/bid`, { method: "POST", body: body(), headers });
    const untilStatus = async (
      headers: Record<string, string>,
      isRight: (response: Response) => boolean | Promise<boolean>,
    ) => {
      const startedMs = performance.now();
      while (!(await isRight(await send(headers)))) {
        if (performance.now() - startedMs > 4_000) throw new Error("not applied within four seconds");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    expect((await send()).status).toBe(404);
    const settings = (await boss.get("/exchanges")).body.data[0].settings;
    const added = await boss.post("/exchanges", { name: "added", settings, secret });
    expect(added.status).toBe(201);
    await untilStatus({}, ({ status }) => status === 401);
    const key = { "x-exchange-key": secret };
    await untilStatus(key, ({ status }) => status === 200);
    const changed = await boss.put("/exchanges/added", { version: 1, settings: { ...settings, formats: ["video"] } });
    await untilStatus(
      key,
      async (response) => response.status === 200 && (await response.text()).includes("unsupported_slot"),
    );
    await boss.post("/exchanges/added/enabled", { version: changed.body.version, is_enabled: false });
    await untilStatus(key, ({ status }) => status === 204);
    await running?.stop();
    running = undefined;
    const { traffic } = (await boss.get("/exchanges/added")).body;
    expect([traffic.requests > 0, traffic.last_at]).toEqual([true, expect.any(String)]);
  } finally {
    await exchanges.close();
  }
});

test("a site that the operator lists shows ads by the tag within seconds, without a restart", async () => {
  const boss = await stack.signIn("super_admin");
  const { port } = await start([], systemClock, undefined, undefined, stack.platform.settings);
  const frame = async () => {
    const headers = { "user-agent": someAgent, referer: "https://news.example/" };
    return (await fetch(`http://127.0.0.1:${port}/frame?w=300&h=250`, { headers })).text();
  };
  expect(await frame()).toContain("the operator has not listed this site");
  const { version } = (await boss.get("/settings/operator")).body.publishers;
  const list = (domain: string) => {
    const sites = [{ domain, publisher: "Example News" }];
    return boss.put("/settings/operator/publishers", { version, note: "A new publisher", settings: { sites } });
  };
  const refused = await list("https://news.example/");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["settings.sites.0.domain"]]);
  for (const suffix of ["ch", "co.uk", "github.io", "localhost", "192.0.2.1"]) {
    const { status, body } = await list(suffix);
    expect([suffix, status, Object.keys(body.errors ?? {})]).toEqual([suffix, 422, ["settings.sites.0.domain"]]);
  }
  expect((await list("News.Example")).status).toBe(200);
  await expect.poll(frame, { timeout: 4_000 }).not.toContain("the operator has not listed this site");
});
