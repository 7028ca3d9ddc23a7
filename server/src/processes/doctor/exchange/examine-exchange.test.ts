import { serve } from "@litfass/adserver/http/server";
import { createRouter } from "@litfass/adserver/serving/router";
import { saveExchangeOccurrences, saveExchangeTraffic } from "@litfass/adserver/sync/exchange-traffic-sql";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { createEgress } from "@litfass/platform/egress/egress";
import { freePort } from "@litfass/platform/process/free-port";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type TestAdServer,
  testAdServer,
  testSnapshot,
} from "../../../../../adserver/src/testing/testing-ad-server.ts";
import { type SandboxProcess, startSandboxProcess } from "../../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { runCli } from "../../cli/run-cli.ts";
import { examineExchange } from "./examine-exchange.ts";
import type { ExchangeContext } from "./exchange-check.ts";

/** Pages for which the sandbox requests bids before each examination. */
const pages = 60;
const secret = "s".repeat(32);
const month = "{month}";

/** A campaign in each language that the sandbox's publishers allow, with banners of the usual sizes. */
const campaigns = ["de", "fr", "it", "en"].map((language, at) =>
  testSnapshot({
    campaignId: at + 1,
    language,
    priceMicros: "90000",
    pacing: "ahead",
    creatives: ["300x250", "320x50", "300x600", "728x90", "160x600", "970x250"].map((format, nth) => {
      const [width = 0, height = 0] = format.split("x").map(Number);
      const fileHash = String(nth).repeat(40);
      return { uuid: `7f0cfb4a-0000-4000-8000-00000000000${nth}`, format, width, height, fileHash, kind: "html" };
    }),
  }),
);

const file = { width: 1200, height: 627, contentType: "image/jpeg", hash: "e".repeat(40) };
/** A campaign with native ads beside its banner, and one with a spot. */
const otherFormats = [
  testSnapshot({
    campaignId: 11,
    priceMicros: "90000",
    pacing: "ahead",
    creatives: [
      {
        ...campaigns[0]!.creatives[0]!,
        native: {
          ...{ title: "Zopf", description: "Jeden Sonntag", buttonText: "Mehr", brand: "Brothaus" },
          ...{ logo: { ...file, width: 200, height: 200 }, pictures: [file] },
        },
      },
    ],
  }),
  testSnapshot({
    campaignId: 12,
    priceMicros: "90000",
    pacing: "ahead",
    creatives: [
      {
        ...{ uuid: "7f0cfb4a-0000-4000-8000-0000000000aa", format: "audio", width: 0, height: 0, kind: "audio" },
        ...{ fileHash: "f".repeat(40), durationSeconds: 20, contentType: "audio/mpeg", bitrateKbps: 128 },
      },
    ],
  }),
];

let stack: Stack;
let client: pg.Client;
let sandbox: SandboxProcess;
let adServer: TestAdServer;
let exchange: Exchange;
let context: Omit<ExchangeContext, "samples" | "send">;
const open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  stack = await startStack();
  client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const [port, proxyPort] = [await freePort(), await freePort()];
  const adsUrl = `http://127.0.0.1:${proxyPort}`;
  sandbox = await startSandboxProcess("http://127.0.0.1:9", {
    ADS_URL: `http://127.0.0.1:${port}`,
    SANDBOX_PROXY_PORT: String(proxyPort),
    SANDBOX_EXCHANGE_SECRET: secret,
  });
  exchange = {
    name: "sandbox",
    secret,
    domain: "sandbox-exchange.example",
    currencies: ["CHF", "EUR"],
    syncUrl: `${sandbox.url}/exchange/sync?id={id}`,
    reportUrl: `${sandbox.url}/exchange/invoice?month=${month}`,
  };
  adServer = testAdServer([...campaigns, ...otherFormats], { adsUrl, exchanges: [exchange] });
  const router = createRouter(adServer.instance, { exchanges: [exchange] });
  const running = await serve(
    {
      ...router,
      post(request) {
        // Pacing spreads bids over time, so time passes between requests.
        adServer.clock.advance(1_000);
        return router.post(request);
      },
    },
    { host: "127.0.0.1", port, isProxy: () => false, log: stack.platform.log },
  );
  open.push(() => running.stop());
  context = {
    config: { ...stack.platform.config, adsUrl, sandboxUrl: sandbox.url },
    exchange,
    client,
    now: () => new Date(),
    fetch,
    egress: createEgress({ privateHosts: [new URL(sandbox.url).host] }),
  };
});
afterAll(async () => {
  for (const close of open) await close();
  await sandbox.stop();
  await client.end();
  await stack.close();
});
beforeEach(async () => {
  await client.query("delete from exchange_traffic");
  await client.query("delete from exchange_occurrences");
});

async function call(method: string, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${sandbox.url}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.text()).toBe(200);
}

const maxTurnsWithoutBid = 5;

/** What the checks find after traffic with these faults and at least so many bids: the IDs of those that warn or fail. */
async function examine(faults: string[], leastBids = 0) {
  await call("PUT", "/exchange/faults", { faults });
  const bids = () => adServer.instance.exchangeTraffic.get("sandbox")?.bids ?? 0;
  const before = bids();
  let turns = 0;
  // Pacing may skip every request of one turn, which would be a finding of its own.
  do {
    await call("POST", "/exchange/turns", { count: pages });
    turns += 1;
  } while (bids() - before < leastBids || (bids() === before && turns < maxTurnsWithoutBid));
  const now = new Date();
  await saveExchangeTraffic(stack.platform.db, adServer.instance.exchangeTraffic, now);
  await saveExchangeOccurrences(stack.platform.db, adServer.instance.exchangeTraffic, now);
  const results = await examineExchange(context);
  const bad = results.filter(({ status }) => status === "failed" || status === "warning");
  return { results, bad: bad.map(({ check }) => check), found: bad };
}

test("without a fault no check warns or fails, and the samples get bids", async () => {
  const { results, found } = await examine([], 20);
  expect(found).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(32);
  for (const check of ["native_markup", "audio_markup"]) {
    expect(results.find((result) => result.check === check)).toMatchObject({ status: "ok" });
  }
  expect(results.filter(({ status }) => status === "not configured").map(({ check }) => check)).toEqual([
    "dns",
    "tls",
    "price_decryption",
    "registration",
  ]);
  expect(new Set(results.map(({ about }) => about)).size).toBe(new Set(results.map(({ check }) => check)).size);
});

test.each([
  ["slow", "latency"],
  ["adds_secret", "secret_required"],
  ["drops_encoding", "gzip"],
  ["fills_macros", "macros"],
  ["removes_advertiser", "advertiser"],
  ["changes_creative_ids", "creative_ids"],
  ["changes_sizes", "creative_size"],
  ["changes_currency", "currency"],
  ["drops_version", "protocol"],
  ["escapes_native", "native_markup"],
  ["changes_audio", "audio_markup"],
  ["wraps_answers", "formats"],
  ["blocks_sync", "sync_out"],
  ["short_time_limit", "time_outs"],
  ["no_supply_chain", "supply_chain"],
  ["broken_supply_chain", "supply_chain"],
  ["foreign_currency", "accepted_currencies"],
  ["sync_fails", "sync_in"],
  ["sellers_missing", "sellers_json"],
  ["report_fails", "report"],
  ["clock_ahead", "clock"],
  // Last, because billing notices follow for some seconds.
  ["unfilled_prices", "prices"],
  ["encrypted_prices", "prices"],
  // A busy machine may answer later than the exchange's time limit, which the check of latency then names too.
])("the fault %s is named by the check %s", { retry: 1 }, async (fault, check) => {
  const { bad, found } = await examine([fault], check === "prices" ? 20 : 0);
  expect(new Set(bad), JSON.stringify(found)).toEqual(new Set([check]));
  expect(found.every(({ remedy }) => remedy)).toBe(true);
});

test("an exchange at which no bid wins is named by the check win_rate", async () => {
  expect((await examine(["never_wins"], 20)).bad).toEqual(["win_rate"]);
});

test.each([
  // No win notice arrives, which may show in the win rate.
  ["moves_notices", ["notice_hosts"]],
  ["takes_any_notice", ["notice_refused"]],
  // Without any accepted request there is no last one either.
  ["wrong_secret", ["authorization", "last_request"]],
  ["unreadable_requests", ["readable_requests"]],
  ["unreachable", ["endpoint"]],
])("the fault %s is named by %s", async (fault, checks) => {
  const { bad, found } = await examine([fault]);
  for (const check of checks) expect(bad, JSON.stringify(found)).toContain(check);
});

/** The status of one check for an exchange with these changes. */
async function statusOf(check: string, changes: Partial<Exchange> = {}): Promise<string[]> {
  const results = await examineExchange({ ...context, exchange: { ...exchange, ...changes } });
  return results.filter((result) => result.check === check).map(({ status }) => status);
}

test("missing settings, a short secret, an open and a disabled exchange are named", async () => {
  await call("PUT", "/exchange/faults", { faults: [] });
  expect(await statusOf("settings", { domain: undefined })).toEqual(["warning"]);
  expect(await statusOf("access", { secret: "short" })).toEqual(["warning"]);
  expect(await statusOf("access", { secret: undefined, networks: [] })).toEqual(["failed"]);
  expect(await statusOf("enabled", { isEnabled: false })).toEqual(["failed"]);
  const keys = { encryption: Buffer.alloc(32, 1), integrity: Buffer.alloc(32, 2) };
  expect(await statusOf("price_decryption", { priceKeys: keys })).toEqual(["ok"]);
});

test("silence for hours, few bids and foreign visitors in many requests warn", async () => {
  const add = (hours: number, kind: string, count: number) =>
    kind === "requests"
      ? client.query("insert into exchange_traffic values (now() - $1 * interval '1 hour', 'sandbox', $2, 0, 0)", [
          hours,
          count,
        ])
      : client.query("insert into exchange_occurrences values (now() - $1 * interval '1 hour', 'sandbox', $2, $3)", [
          hours,
          kind,
          count,
        ]);
  await add(6, "requests", 1);
  expect(await statusOf("last_request")).toEqual(["warning"]);
  await add(0, "requests", 5_000);
  expect(await statusOf("last_request")).toEqual(["ok"]);
  expect(await statusOf("bid_rate")).toEqual(["warning"]);
  expect(await statusOf("buyer_ids")).toEqual(["warning"]);
  await add(0, "with_buyer_id", 100);
  expect(await statusOf("buyer_ids")).toEqual(["ok"]);
  for (const [kind, check] of [
    ["over_request_limit", "request_limit"],
    ["overloaded", "errors"],
  ] as const) {
    expect(await statusOf(check), check).toEqual(["ok"]);
    await add(0, kind, 500);
    expect(await statusOf(check), check).not.toEqual(["ok"]);
  }
});

test("the command names an unknown exchange, and exits with 1 if a check of a known one fails", async () => {
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const env = {
      DATABASE_URL: stack.databaseUrl,
      DATA_DIR: stack.platform.config.dataDir,
      DELIVERY_PORT: String(await freePort()),
      SANDBOX_URL: sandbox.url,
    };
    const code = await runCli(["doctor", "exchange", ...args], { env, say: (line) => lines.push(line) });
    return { code, lines };
  };
  expect(await run("nobody")).toEqual({ code: 1, lines: ['There is no exchange "nobody"'] });
  const { code, lines } = await run("sandbox");
  expect(code).toBe(1);
  expect(lines.find((line) => line.includes(" endpoint "))).toMatch(/^failed +endpoint \(the public bid URL answers/);
  const results = JSON.parse((await run("sandbox", "--json")).lines.join("\n")) as { check: string; about: string }[];
  expect(results.find(({ check }) => check === "access")).toMatchObject({ status: "ok", about: expect.any(String) });
});

test("a host without an address fails by DNS, TLS and the endpoint, and every check still answers", async () => {
  const config = { ...context.config, adsUrl: "https://host.invalid" };
  const results = await examineExchange({ ...context, config });
  const failed = results.filter(({ status }) => status === "failed").map(({ check }) => check);
  expect(failed).toEqual(expect.arrayContaining(["dns", "tls", "endpoint"]));
  const known = await examineExchange(context);
  expect(new Set(results.map(({ check }) => check))).toEqual(new Set(known.map(({ check }) => check)));
});
