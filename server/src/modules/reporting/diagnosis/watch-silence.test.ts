import { importEvents } from "@litfass/events/index";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { publishCampaign, withdrawCampaign } from "../../spend/index.ts";
import { watchSilence } from "./watch-silence.ts";

let stack: Stack;
let ada: TestClient;
const names = new Map([
  [1, "Spring"],
  [2, "Summer"],
]);
const snapshot = (campaignId: number) => ({
  campaignId,
  ownerUid: "ada-uid",
  name: names.get(campaignId)!,
  version: 1,
  startAt: "2026-03-01T00:00:00.000Z",
  endAt: "2026-03-30T00:00:00.000Z",
  timeZone: "Europe/Zurich",
  currency: "CHF" as const,
  budgetMicros: "1000000",
  priceMicros: "25000",
  strategy: "awareness" as const,
  pacing: "even" as const,
  destinationUrl: "https://shop.example/",
  advertiserDomain: "shop.example",
  iabCategories: [],
  targeting: {},
  creatives: [],
});

beforeAll(async () => {
  stack = await startStack({
    env: { SILENCE_ALERT_HOURS: "3" },
    modules: {
      statistics: {
        runsOf: async () => new Map(),
        appNames: async () => new Map(),
        ownerNames: async () => new Map(),
        timeZoneOf: async () => "Europe/Zurich",
        externalReports: async () => [],
        conversionsOf: async () => [],
        campaignsFor: async (caller) =>
          [...names]
            .filter(() => caller.uid === "ada-uid")
            .map(([id, name]) => ({ id, name, ownerUid: "ada-uid", budgetMicros: 1_000_000n, currency: "CHF" })),
      },
    },
  });
  ada = await stack.signIn({ uid: "ada-uid", role: "customer", lang: "de" });
  const { db, clock } = stack.platform;
  for (const id of names.keys()) {
    await db.transaction((tx) => publishCampaign(tx, snapshot(id) as never, clock.now()));
  }
  await db.execute(
    sql`UPDATE campaign_snapshots SET published_at = ${new Date(clock.now().getTime() - 7_200_000).toISOString()}`,
  );
});
afterAll(() => stack?.close());

const silent = async (client = ada): Promise<string[]> =>
  (await client.get("/statistics/silent-campaigns")).body.map((row: { name: string }) => row.name);
const watch = async (): Promise<void> => {
  await watchSilence({ platform: stack.platform, execute: stack.app.services.execute });
  await stack.platform.jobs.drain("statistics.mail-silence");
};

test("mails the owner once, in their language, about an active campaign without an impression for the configured hours", async () => {
  await watch();
  expect(await silent(), "two of three hours").toEqual([]);
  stack.clock.advance(3_600_000);
  await importEvents(stack.platform.clickhouse, "silence", [impression(2)]);
  await watch();
  expect(await silent()).toEqual(["Spring"]);
  await watch();
  expect(stack.outbox.map(({ to, subject }) => [to, subject])).toEqual([
    ["ada-uid@test.example", "«Spring» wird nicht ausgeliefert"],
  ]);
  expect(stack.outbox[0]!.text).toContain("/campaigns/1/report");
  expect(await silent(await stack.signIn({ uid: "ben-uid", role: "customer" }))).toEqual([]);
});

test("clears the alert once a campaign delivers again or is paused", async () => {
  await importEvents(stack.platform.clickhouse, "silence-ends", [impression(1)]);
  await watch();
  expect(await silent()).toEqual([]);
  stack.clock.advance(4 * 3_600_000);
  await stack.platform.db.transaction((tx) => withdrawCampaign(tx, 2));
  await watch();
  expect(await silent()).toEqual(["Spring"]);
  expect(stack.outbox).toHaveLength(2);
});

const impression = (campaignId: number) => ({
  kind: "impression" as const,
  at: stack.platform.clock.now().toISOString(),
  exchange: "sandbox",
  auction_id: "a",
  imp_id: "1",
  campaign_id: campaignId,
  owner_uid: "ada-uid",
  creative_uuid: "",
  format: "300x250",
  site: "news.example",
  site_kind: "site" as const,
  country: "CH",
  region: "CH-BE",
  city: "Bern",
  device: "computer",
  browser: "chrome",
  language: "de",
  charge_micros: 0,
  currency: "CHF",
  lease_id: "",
  invalid: "",
});
