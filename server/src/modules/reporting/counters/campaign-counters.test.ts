import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleBatch } from "../../../processes/settle-batch.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { runFillCounters } from "./fill-counters.ts";

let stack: Stack;
let anna: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  for (const name of ["Quiet", "Wide", "Clicked"]) ids[name] = await campaign(name);
});
afterAll(() => stack?.close());

async function campaign(name: string): Promise<number> {
  const { rows } = await stack.platform.db.execute<{ id: string }>(sql`
    insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on, activated_at,
      created_at, updated_at)
    values ('anna-1', ${name}, 'ACTIVE', 'CHF', 20000000, '2026-02-20', '2026-03-11', now(), now(), now())
    returning id`);
  return Number(rows[0]?.id);
}

const counts = (name: string, impressions: number, clicks: number) => ({
  campaignId: ids[name] ?? 0,
  impressions,
  clicks,
  chargeMicros: BigInt(impressions) * 25_000n,
});
const settle = (key: string, ...counted: ReturnType<typeof counts>[]) =>
  stack.platform.db.transaction((tx) =>
    settleBatch(stack.platform)(tx, { key, process: "p", spend: [], counts: counted }),
  );
const named = async (query: string, client = anna): Promise<string[]> =>
  (await client.get(`/user-campaigns?${query}`)).body.data.map(({ name }: { name: string }) => name);
const stored = async (name: string) => {
  const { rows } = await stack.platform.db.execute<Record<string, string>>(
    sql`select impressions, clicks, charge_micros, ctr, filled from campaign_counters where campaign_id = ${ids[name]}`,
  );
  return rows[0];
};

test("the list sorts by impressions, clicks, CTR and spend, and pages in that order", async () => {
  await settle("p:0:1", counts("Wide", 1_000, 2), counts("Clicked", 10, 5));
  await settle("p:1:1", counts("Wide", 500, 0), { ...counts("Wide", 9, 9), campaignId: 999_999 });
  expect(await stored("Wide")).toMatchObject({ impressions: "1500", clicks: "2", charge_micros: "37500000" });
  expect(await named("sort=impressions&direction=desc")).toEqual(["Wide", "Clicked", "Quiet"]);
  expect(await named("sort=impressions")).toEqual(["Quiet", "Clicked", "Wide"]);
  expect(await named("sort=clicks&direction=desc")).toEqual(["Clicked", "Wide", "Quiet"]);
  expect(await named("sort=ctr&direction=desc")).toEqual(["Clicked", "Wide", "Quiet"]);
  expect(await named("sort=spend&direction=desc&per_page=1&page=2")).toEqual(["Clicked"]);
  expect(await named("sort=spend", await stack.signIn({ uid: "ben-12", role: "customer" }))).toEqual([]);
  const manager = await stack.signIn("admin");
  expect((await manager.get("/user-campaigns/anna-1/campaigns?sort=ctr&direction=desc")).body.data[0].name).toBe(
    "Clicked",
  );
});

test("counters of earlier campaigns are filled from the stored events, once no batch is in progress", async () => {
  const { db, clickhouse } = stack.platform;
  const sample = { campaign_id: ids.Quiet, owner_uid: "anna-1" };
  await importEvents(clickhouse, "earlier", [
    ...Array.from({ length: 7 }, () => sampleEvent(sample)),
    sampleEvent({ ...sample, kind: "click", charge_micros: 0 }),
    sampleEvent({ ...sample, charge_micros: 0, invalid: "declared_bot" }),
  ]);
  await db.execute(sql`update campaign_counters set filled = false where campaign_id = ${ids.Quiet}`);
  await db.execute(sql`insert into event_batches (process, first_sequence, events, charge_micros, received_at)
    values ('late', 0, 1, 0, ${stack.platform.clock.now().toISOString()})`);
  const context = { platform: stack.platform, execute: stack.app.services.execute };
  expect(await runFillCounters(context)).toBe(0);
  await db.execute(sql`update event_batches set applied_at = received_at where process = 'late'`);
  expect(await runFillCounters(context)).toBe(1);
  expect(await stored("Quiet")).toMatchObject({ impressions: "7", clicks: "1", charge_micros: "175000", filled: true });
  expect(await runFillCounters(context)).toBe(0);
  expect(await stored("Wide")).toMatchObject({ impressions: "1500" });
});
