import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { proxyNoticeMs } from "@litfass/platform/process/drain";
import { freePort } from "@litfass/platform/process/free-port";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";
import { addressesOf, someAgent, testRequest, testSnapshot } from "./testing/testing-ad-server.ts";

/** A real ad server process that is told to stop while an ad of it is not shown yet. */

const hourMs = 3_600_000;
let stack: Stack;
let folder: string;
let intake: Server;
let batches = 0;
let child: ChildProcess | undefined;
let adsUrl: string;

beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(tmpdir(), "litfass-draining-"));
  intake = createServer((request, response) => {
    batches += 1;
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((resolve) => intake.listen(0, "127.0.0.1", resolve));
  const nowMs = Date.now();
  const snapshot = testSnapshot({
    startAt: new Date(nowMs - hourMs).toISOString(),
    endAt: new Date(nowMs + 240 * hourMs).toISOString(),
    timeZone: "UTC",
    pacing: "ahead",
  });
  await stack.platform.db.transaction((tx) => publishCampaign(tx, snapshot, new Date()));
});
afterEach(() => void child?.kill("SIGKILL"));
afterAll(async () => {
  intake.close();
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(drainSeconds: number): Promise<{ ended: Promise<number | null> }> {
  const port = await freePort();
  adsUrl = `http://127.0.0.1:${port}`;
  const { port: intakePort } = intake.address() as { port: number };
  const db = stack.platform.db as unknown as { $client: Pool };
  const env = {
    ...process.env,
    DATABASE_URL: String(db.$client.options.connectionString),
    DATA_DIR: folder,
    DELIVERY_PORT: String(port),
    ADS_URL: adsUrl,
    INTERNAL_URL: `http://127.0.0.1:${intakePort}`,
    DEMO: "off",
    EXCHANGES: "sandbox",
    DRAIN_SECONDS: String(drainSeconds),
    LOG_LEVEL: "error",
  };
  child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], { env, stdio: "inherit" });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  await expect.poll(() => statusOf("/ready"), { timeout: 60_000, interval: 50 }).toBe(200);
  return { ended };
}

/** null without an answer. */
const statusOf = (address: string): Promise<number | null> =>
  fetch(new URL(address, adsUrl), { headers: { "user-agent": someAgent }, redirect: "manual" }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => null,
  );

const ask = (): Promise<Response> =>
  fetch(`${adsUrl}/openrtb2/sandbox/bid`, { method: "POST", body: JSON.stringify(testRequest({ user: {} })) });

async function wonAd() {
  let response = await ask();
  await expect
    .poll(
      async () => {
        if (response.status !== 200) response = await ask();
        return response.status;
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(200);
  const { adm } = (await response.json()).seatbid[0].bid[0];
  return addressesOf(adm);
}

const openLeases = async (): Promise<number> =>
  (await stack.platform.db.execute(sql`SELECT 1 FROM leases WHERE closed_at IS NULL`)).rows.length;

test("on SIGTERM it bids no more, counts the ad that it had offered, and ends with its leases settled and its journal shipped", async () => {
  const { ended } = await start(60);
  const { impression, viewable, click } = await wonAd();
  expect(await openLeases()).toBe(1);
  const toldMs = performance.now();
  child?.kill("SIGTERM");
  await expect.poll(() => statusOf("/ready"), { interval: 10 }).toBe(503);
  expect(performance.now() - toldMs).toBeLessThan(2_000);
  expect((await ask()).status).toBe(204);
  expect(await statusOf("/health")).toBe(200);
  // Later than proxies need to notice.
  await new Promise((resolve) => setTimeout(resolve, proxyNoticeMs + 500));
  batches = 0;
  expect(await statusOf(impression)).toBe(200);
  expect(await statusOf(viewable)).toBe(200);
  expect(await statusOf(click)).toBe(302);
  expect(await ended).toBe(0);
  expect(batches).toBeGreaterThan(0);
  expect(await openLeases()).toBe(0);
  const { rows } = await stack.platform.db.execute(sql`SELECT 1 FROM delivery_processes`);
  expect(rows).toEqual([]);
}, 120_000);

test("a second signal ends draining at once, in order", async () => {
  const { ended } = await start(600);
  const { impression } = await wonAd();
  child?.kill("SIGTERM");
  await expect.poll(() => statusOf("/ready"), { interval: 10 }).toBe(503);
  expect(await statusOf(impression)).toBe(200);
  const hurriedMs = performance.now();
  child?.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(performance.now() - hurriedMs).toBeLessThan(4_000);
  expect(await openLeases()).toBe(0);
}, 120_000);
