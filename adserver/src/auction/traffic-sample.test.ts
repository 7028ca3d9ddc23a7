import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { parseTraffic } from "../openrtb/request/parse-traffic.ts";
import { readTraffic, saveTraffic } from "../sync/traffic-sql.ts";
import { testNow, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { matchTraffic } from "./purchasable-slots.ts";
import { newTraffic, noteRequest } from "./traffic-sample.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

const nowMs = testNow.getTime();
const parse = (bodies: unknown[]) => parseTraffic(bodies, { exchange: "x", signingSecret: "s".repeat(32), nowMs });

test("a sample is uniform and bounded, and is read with the requests per day", async () => {
  const traffic = newTraffic(nowMs - 3_600_000);
  const [one] = parse([testRequest({})]);
  const random = seededRandom(3);
  for (let at = 0; at < 3000; at += 1) {
    noteRequest(traffic, { ...one!, id: `r-${at}`, atMs: nowMs - 3_600_000 + at * 1200 }, random);
  }
  expect(traffic.requests).toHaveLength(30);
  const middle = traffic.requests.reduce((sum, { id }) => sum + Number(id.slice(2)), 0) / 30;
  expect(Math.abs(middle - 1500)).toBeLessThan(600);
  await saveTraffic(stack.platform.db, "d1", traffic);
  await saveTraffic(stack.platform.db, "d1", { ...traffic, bids: 10, wins: 4 });
  const sample = await readTraffic(stack.platform.db, testNow);
  expect(sample).toMatchObject({ bids: 10, wins: 4 });
  expect(sample.requests).toHaveLength(30);
  expect(Math.round(sample.perDay / 1000)).toBe(72);
  const later = new Date(nowMs + 9 * 86_400_000);
  expect((await readTraffic(stack.platform.db, later)).requests).toEqual([]);
  const { rows } = await stack.platform.db.execute(sql`select count(*)::int as total from traffic_samples`);
  expect(rows).toEqual([{ total: 1 }]);
});

test("hours and processes count by their traffic, not by what they stored", async () => {
  const at = nowMs - 30 * 86_400_000;
  const [one] = parse([testRequest({})]);
  const hour = async (process: string, hoursAgo: number, seen: number) => {
    const traffic = newTraffic(at - hoursAgo * 3_600_000);
    const requests = Array.from({ length: 30 }, (_, n) => ({ ...one!, id: `${process}-${n}` }));
    await saveTraffic(stack.platform.db, process, { ...traffic, untilMs: at - 1000, seen, requests });
  };
  for (let hoursAgo = 1; hoursAgo <= 24; hoursAgo += 1) {
    await hour("busy", hoursAgo, 90_000);
    await hour("quiet", hoursAgo, 9000);
    await hour("silent", hoursAgo, 900);
  }
  await hour("flooded", 1, 90_000_000);
  const sample = await readTraffic(stack.platform.db, new Date(at));
  const of = (process: string) => sample.requests.filter(({ id }) => id.startsWith(process)).length;
  expect([of("busy"), of("flooded")]).toEqual([720, 30]);
  expect(Math.abs(of("quiet") - 72)).toBeLessThanOrEqual(2);
  expect(Math.abs(of("silent") - 7)).toBeLessThanOrEqual(2);
  expect(new Set(sample.requests.filter(({ id }) => id.startsWith("quiet")).map(({ id }) => id)).size).toBeGreaterThan(
    5,
  );
});

test("matches a sample like bids: targeting, formats, floors and blocked lists", () => {
  const floor = { imp: [{ id: "1", bidfloor: 20, bidfloorcur: "CHF", banner: { format: [{ w: 300, h: 250 }] } }] };
  const requests = parse([
    testRequest(floor),
    testRequest({ ...floor, bcat: ["IAB22"] }),
    testRequest({ ...floor, site: { domain: "other.example", cat: ["IAB1"] } }),
  ]);
  const anywhere = testSnapshot({ campaignId: 1 });
  const abroad = testSnapshot({ campaignId: 2, targeting: { countries: ["JP"] } });
  const cheap = testSnapshot({ campaignId: 3, priceMicros: "10000" });
  const elsewhere = testSnapshot({ campaignId: 4, targeting: { siteAllow: ["other.example"] } });
  const { slots, requests: fitting } = matchTraffic(requests, [anywhere, abroad, cheap, elsewhere]);
  const [all = 0, none, below, some = 0] = slots;
  expect(fitting).toBe(2);
  expect([none, below]).toEqual([0, 0]);
  expect([all, some]).toEqual([2, 1]);
});

test("a sample tells audio campaigns how many spots fit, and that no viewability limits them", () => {
  const metric = [{ type: "viewability", value: 0 }];
  const imp = (kind: object) => ({ imp: [{ id: "1", bidfloor: 1, bidfloorcur: "CHF", metric, ...kind }] });
  const requests = parse([
    testRequest(imp({ audio: { mimes: ["audio/mpeg"], companionad: [{ w: 300, h: 250 }] } })),
    testRequest(imp({ banner: { format: [{ w: 300, h: 250 }] } })),
  ]);
  const spot = { uuid: "", fileHash: "", width: 0, height: 0, format: "audio", kind: "audio" as const };
  const companion = { ...spot, format: "300x250", width: 300, height: 250, kind: "html" as const, isCompanion: true };
  const heard = testSnapshot({ campaignId: 1, creatives: [spot, companion] });
  const { slots, opportunities } = matchTraffic(requests, [heard]);
  expect([slots, opportunities.map(({ seenRate }) => seenRate)]).toEqual([[1], [1]]);
});
