import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { importEvents } from "@litfass/events/index";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

/** The store deletes visitors by its own clock, so the events are of the last days. */
const now = new Date();
const day = (back: number): string => new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10);
const [first, second, third] = [day(5), day(4), day(3)];

const impression: NewAdEvent = {
  kind: "impression",
  at: `${first}T12:00:00.000Z`,
  exchange: "sandbox",
  auction_id: "a",
  imp_id: "1",
  campaign_id: 1,
  owner_uid: "ada-uid",
  creative_uuid: "",
  format: "300x250",
  site: "news.example",
  site_kind: "site",
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
};
const seenBy = (visitor_key: string, change: Partial<NewAdEvent> = {}) => ({ ...impression, visitor_key, ...change });
const failed = (change: Partial<NewAdEvent>): NewAdEvent => ({ ...impression, kind: "video_error", ...change });

let stack: Stack;
let ada: TestClient;
beforeAll(async () => {
  const facts = (id: number) => ({ id, name: `Campaign ${id}`, ownerUid: "ada-uid", budgetMicros: 1n });
  stack = await startStack({
    now,
    modules: {
      statistics: {
        // Its days start in the middle of a span, so their edges are read from the events.
        runsOf: async () => new Map(),
        appNames: async () => new Map(),
        ownerNames: async () => new Map(),
        timeZoneOf: async () => "Asia/Kolkata",
        externalReports: async () => [],
        conversionsOf: async () => [],
        campaignsFor: async (caller, { ids }) =>
          caller.uid === "ada-uid"
            ? [1, 2].filter((id) => ids?.includes(id) ?? true).map((id) => ({ ...facts(id), currency: "CHF" as const }))
            : [],
      },
    },
  });
  ada = await stack.signIn({ uid: "ada-uid", role: "customer" });
  await importEvents(stack.platform.clickhouse, "traffic", [
    seenBy("anna"),
    seenBy("anna", { campaign_id: 2 }),
    seenBy("anna", { at: `${second}T02:00:00.000Z` }),
    // 00:10 of the third day in Kolkata.
    seenBy("berta", { at: `${second}T18:40:00.000Z`, site: "other.example" }),
    seenBy(""),
    seenBy(""),
    seenBy("robot", { invalid: "bot" }),
    seenBy("", { invalid: "duplicate" }),
    seenBy("", { invalid: "bot" }),
    seenBy("", { kind: "click", invalid: "no_impression" }),
    seenBy("", { kind: "click" }),
    ...["player_402", "player_405", "player_402", ""].map((invalid) => failed({ invalid })),
    failed({ invalid: "player_402", campaign_id: 2, site: "other.example" }),
    // 01:30 of the third day in Kolkata.
    failed({ invalid: "player_303", at: `${second}T20:00:00.000Z` }),
    // Another advertiser's.
    seenBy("carla", { campaign_id: 3, owner_uid: "ben-uid" }),
    failed({ invalid: "player_401", campaign_id: 3, owner_uid: "ben-uid" }),
  ]);
});
afterAll(() => stack?.close());

const period = `from=${day(6)}&to=${day(2)}`;
const reach = async (query: string) => (await ada.get(`/statistics/reach?${query}`)).body;

test("reach counts a person once over days and campaigns, and reports impressions of unknown people", async () => {
  const all = await reach(period);
  expect(all).toMatchObject({ reached: 2, known_impressions: 4, unknown_impressions: 2, frequency: 2 });
  const days = await Promise.all([first, second, third].map((on) => reach(`from=${on}&to=${on}`)));
  expect(days.map((each) => each.reached)).toEqual([1, 1, 1]);
  expect((await reach(`${period}&campaign_ids=2`)).reached).toBe(1);
  expect((await reach(`${period}&sites=other.example`)).reached).toBe(1);
  expect(await reach(`from=${day(60)}&to=${day(50)}`)).toMatchObject({ reached: 0, frequency: 0 });
});

test("gross is filtered plus net traffic, and each filtered event has a reason", async () => {
  const { body } = await ada.get(`/statistics/traffic?${period}`);
  expect(body).toMatchObject({
    gross: { impressions: 9, clicks: 2 },
    filtered: [
      { reason: "bot", impressions: 2, clicks: 0 },
      { reason: "duplicate", impressions: 1, clicks: 0 },
      { reason: "no_impression", impressions: 0, clicks: 1 },
    ],
    net: { impressions: 6, clicks: 1 },
  });
  const ofSite = (await ada.get(`/statistics/traffic?${period}&sites=other.example`)).body;
  expect(ofSite).toMatchObject({ gross: { impressions: 1 }, filtered: [], net: { impressions: 1 } });
});

test("counts player errors by code, for own campaigns and under the filter", async () => {
  const errors = async (query: string) => (await ada.get(`/statistics/player-errors?${query}`)).body;
  expect(await errors(period)).toMatchObject({
    total: 6,
    errors: [
      { code: 402, errors: 3 },
      { code: 303, errors: 1 },
      { code: 405, errors: 1 },
      { code: 900, errors: 1 },
    ],
  });
  expect(await errors(`${period}&campaign_ids=2`)).toMatchObject({ total: 1, errors: [{ code: 402, errors: 1 }] });
  expect(await errors(`${period}&sites=other.example`)).toMatchObject({ total: 1, errors: [{ code: 402, errors: 1 }] });
  expect(await errors(`from=${third}&to=${third}`)).toMatchObject({ total: 1, errors: [{ code: 303, errors: 1 }] });
  expect(await errors(`${period}&campaign_ids=3`)).toMatchObject({ total: 0, errors: [] });
  const ben = await stack.signIn({ uid: "ben-uid", role: "customer" });
  expect((await ben.get(`/statistics/player-errors?${period}`)).body).toMatchObject({ total: 0, errors: [] });
});

test("names the 20 most frequent codes and counts all", async () => {
  const start = `${day(20)}T12:00:00.000Z`;
  const codes = Array.from({ length: 23 }, (_, code) => failed({ invalid: `player_${500 + code}`, at: start }));
  await importEvents(stack.platform.clickhouse, "codes", [...codes, failed({ invalid: "player_522", at: start })]);
  const { body } = await ada.get(`/statistics/player-errors?from=${day(21)}&to=${day(19)}`);
  expect(body.total).toBe(24);
  expect(body.errors).toHaveLength(20);
  expect(body.errors[0]).toEqual({ code: 522, errors: 2 });
});
