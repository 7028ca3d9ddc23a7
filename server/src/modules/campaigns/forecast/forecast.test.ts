import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Forecast } from "@litfass/contract/campaigns/forecast";
import { seededRandom } from "@litfass/platform/random";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { worthBuying } from "./availability.ts";
import { forecastOf } from "./forecast.ts";
import { logShare, productOf, spread } from "./log-share.ts";
import { estimatePeople } from "./people.ts";

const random = seededRandom(5);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.number() * items.length)] as Item;
const places = [
  { country: "CHE", region: "CH-BE", city: "Bern", zip: "3011", lat: 46.948, lon: 7.447 },
  { country: "CHE", region: "CH-ZH", city: "Zurich", zip: "8001", lat: 47.377, lon: 8.542 },
  { country: "DEU", region: "DE-BE", city: "Berlin", zip: "10115", lat: 52.52, lon: 13.405 },
  { country: "AUT", region: "AT-9", city: "Vienna", zip: "1010", lat: 48.208, lon: 16.374 },
];
/** One request in 250: 16 of 4000. */
const rarePlace = { country: "LIE", region: "LI-11", city: "Vaduz", zip: "9490", lat: 47.141, lon: 9.521 };
const agent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

/**
 * A request of a simulated exchange: four places with equal probability, half of the ages unknown, high viewability.
 */
const request = (at: number) => ({
  id: `r-${at}`,
  imp: [
    {
      id: "1",
      tagid: pick(["top", "side"]),
      bidfloor: 4,
      bidfloorcur: "CHF",
      banner: { format: [{ w: 300, h: 250 }] },
      metric: [{ type: "viewability", value: 0.8 }],
    },
  ],
  site: { domain: pick(["a.example", "b.example"]), cat: ["IAB12"] },
  device: { ua: agent, devicetype: 4, language: "de", geo: at % 250 === 0 ? rarePlace : pick(places) },
  user: { id: `v-${Math.floor(random.number() * 2000)}`, yob: random.number() < 0.5 ? 1990 : undefined },
  regs: { gdpr: 0 },
  // Publishers that allow certain languages also count for a draft that has none yet.
  wlang: ["de", "en"],
  cur: ["CHF"],
});

const place = (country: string) => ({ kind: "country", id: `country:${country}`, name: country, country });
const period = { start_on: "2026-03-02", end_on: "2026-03-31" };

test("a spot is heard, so its forecast promises no viewability", () => {
  const question = { cpmMinor: 2500, frequencyCap: null, budget: 500, days: 10, currency: "CHF" } as const;
  const opportunities = Array.from({ length: 100 }, (_, at) => ({ visitor: `v-${at}`, seenRate: 1 }));
  const match = { slots: [100, 100], requests: 100, opportunities, everyone: opportunities };
  const rateOf = (isSeen: boolean) =>
    forecastOf({ ...question, isSeen }, [{ totals: { size: 1000, perDay: 10_000, bids: 10, wins: 5 }, match }], [])
      .viewable_rate;
  expect([rateOf(true)?.low, rateOf(false)]).toEqual([70, null]);
});

describe("a forecast from an exchange's sample", () => {
  let stack: Stack;
  let client: TestClient;
  let server: Server;
  let requestsPerSecond = 10;
  let sample = Array.from({ length: 4000 }, (_, at) => request(at));
  const ask = async (question: Record<string, unknown>): Promise<Forecast> => {
    const { status, body } = await client.post("/user-campaigns/forecast", { ...period, ...question });
    expect(status).toBe(200);
    return body;
  };
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      const state = { requestsPerSecond, bids: 5000, wins: 2500 };
      response.end(JSON.stringify(url?.startsWith("/exchange/sample") ? sample : state));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    stack = await startStack({ env: { SANDBOX_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } });
    client = await stack.signIn({ uid: "advanced-1", role: "advanced_advertiser" });
  });
  afterAll(async () => {
    server?.close();
    await stack?.close();
  });

  test("ranges contain the true value: a quarter of the requests, half of the bids won", async () => {
    const forecast = await ask({ targeting: { locations: [place("DE")] }, strategy: "performance" });
    expect(forecast.sample).toMatchObject({ requests: 4000, precise_from: 30, per_day: 864_000 });
    const middle = (864_000 * 30) / 4 / 2;
    expect(forecast.available?.low).toBeGreaterThan(middle * 0.85);
    expect(forecast.available?.low).toBeLessThan(middle);
    expect(forecast.available?.high).toBeGreaterThan(middle);
    expect(forecast.available?.high).toBeLessThan(middle * 1.15);
    expect(forecast.viewable_rate?.low).toBe(70);
    expect(forecast.cpm).toEqual({ low: 25, high: 25 });
    expect(forecast.days).toBe(30);
  });

  test("the budget limits the impressions; the curve rises and flattens", async () => {
    const forecast = await ask({
      total_budget: 2500,
      strategy: "performance",
      targeting: { locations: [place("CH")] },
    });
    expect(forecast.impressions).toEqual({ low: expect.any(Number), high: 100_000 });
    const high = forecast.curve.map(({ impressions }) => impressions.high);
    expect([...high].sort((a, b) => a - b)).toEqual(high);
    expect(forecast.curve[0]).toEqual({ budget: 0, impressions: { low: 0, high: 0 } });
    const reach = forecast.reach ?? { low: 0, high: 0 };
    expect(reach.low).toBeGreaterThan(0);
    expect(reach.high).toBeGreaterThanOrEqual(reach.low);
    expect(reach.high).toBeLessThanOrEqual(100_000);
  });

  test("the funnel falls with each setting; the narrowest ones say what including unknown visitors gains", async () => {
    const forecast = await ask({
      targeting: { locations: [place("CH")], age_ranges: ["35-44"], devices: ["smartphone"] },
      categories: ["IAB12"],
    });
    const left = forecast.funnel.map(({ per_day }) => per_day);
    expect(forecast.funnel.map(({ setting }) => setting)).toEqual(["places", "topics", "ages", "devices"]);
    expect([...left].sort((a, b) => b - a)).toEqual(left);
    expect(forecast.narrowest.map(({ setting }) => setting).sort()).toEqual(["ages", "places"]);
    const ages = forecast.narrowest.find(({ setting }) => setting === "ages");
    expect(ages?.removes_percent).toBeGreaterThan(40);
    expect(ages?.unknown_gains_per_day).toBe(ages?.gains_per_day);
  });

  test("few matching requests give a wide range, which borrows from those that match each setting alone", async () => {
    const width = async (question: Record<string, unknown>) => {
      const { available, sample: counts } = await ask({ ...question, strategy: "performance" });
      return { ratio: (available?.high ?? 0) / (available?.low ?? 0), matched: counts.matched };
    };
    const half = await width({ targeting: { locations: [place("CH")] } });
    const rare = await width({ targeting: { locations: [place("LI")] } });
    const rarer = await width({ targeting: { locations: [place("LI")], age_ranges: ["35-44"] } });
    expect(rare.matched).toBe(16);
    expect(rarer.matched).toBeLessThan(16);
    expect(half.ratio).toBeLessThan(1.4);
    expect(rare.ratio).toBeGreaterThan(1.5);
    expect(rarer.ratio).toBeGreaterThan(rare.ratio);
    expect(rarer.ratio).toBeLessThan(10);
  });

  test("suggestions estimate a narrow target group like the forecast does", async () => {
    const targeting = { locations: [place("LI")], age_ranges: ["35-44"] };
    const { id } = (await client.post("/user-campaigns", { name: "Vaduz", targeting, total_budget: 500, ...period }))
      .body;
    const perDay = async (change: Record<string, unknown>) =>
      (await ask({ campaign: id, targeting: { ...targeting, ...change } })).funnel.at(-1)?.per_day;
    const { body } = await client.get(`/user-campaigns/${id}/suggestions`);
    expect(body.per_day).toBe(await perDay({}));
    const people = { kind: "people", per_day: await perDay({ age_ranges: [] }) };
    expect(body.suggestions).toContainEqual(expect.objectContaining(people));
  });

  test("where no single change is enough, all of them together are suggested last", async () => {
    const targeting = { locations: [place("CH")], age_ranges: ["35-44"], hours: [8, 9, 10, 11, 12] };
    const draft = { name: "All", targeting, total_budget: 900_000, ...period };
    const { id } = (await client.post("/user-campaigns", draft)).body;
    const suggestions = async () => (await client.get(`/user-campaigns/${id}/suggestions`)).body.suggestions;
    const found = await suggestions();
    const kinds = found.map(({ kind }: { kind: string }) => kind);
    expect(kinds.sort()).toEqual(["all", "hours", "people", "unknown"]);
    const all = found.at(-1);
    expect(all).toMatchObject({ kind: "all", radius_km: null, targeting: { age_ranges: [], hours: [] } });
    const forecast = await ask({ campaign: id, targeting: all.targeting, categories: all.categories });
    expect(all.per_day).toBe(forecast.funnel.at(-1)?.per_day);
    expect(all.per_day).toBeGreaterThan(found[0].per_day);

    // One change is enough for a small budget, so nobody is asked to give up everything.
    expect((await client.put(`/user-campaigns/${id}`, { total_budget: 500 })).status).toBe(200);
    expect((await suggestions()).map(({ kind }: { kind: string }) => kind)).not.toContain("all");
  });

  test("two settings that each leave nothing are lifted together", async () => {
    const targeting = { locations: [place("CH")], devices: ["computer"] };
    const draft = { name: "Both", targeting, categories: ["IAB12-2"], total_budget: 500, ...period };
    const { id } = (await client.post("/user-campaigns", draft)).body;
    const { body } = await client.get(`/user-campaigns/${id}/suggestions`);
    expect(body).toMatchObject({ per_day: 0, suggestions: [{ kind: "all", categories: ["IAB12"] }] });
    expect(body.suggestions[0].per_day).toBeGreaterThan(0);
  });

  test("a setting that nothing in the sample matches leaves nothing, not a range", async () => {
    const forecast = await ask({ targeting: { locations: [place("JP")] } });
    expect(forecast).toMatchObject({ available: { low: 0, high: 0 }, reach: { low: 0, high: 0 } });
    expect(forecast.sample).toMatchObject({ matched: 0 });
    expect(forecast.funnel).toEqual([{ setting: "places", per_day: 0 }]);
  });

  test("if one setting excludes everything, the funnel still has the others and what that setting removes", async () => {
    const forecast = await ask({ targeting: { locations: [place("CH")] }, categories: ["IAB17-7"] });
    expect(forecast.sample.matched).toBe(0);
    const [places, topics] = forecast.funnel;
    expect(places?.per_day).toBeGreaterThan(0);
    expect(topics).toMatchObject({ setting: "topics", per_day: 0 });
    const narrowest = forecast.narrowest.find(({ setting }) => setting === "topics");
    expect(narrowest?.removes_percent).toBe(100);
    expect(narrowest?.gains_per_day).toBe(places?.per_day);
  });

  test("rejects a forecast for another user's campaign", async () => {
    const stranger = await stack.signIn({ uid: "stranger", role: "customer" });
    const { id } = (await client.post("/user-campaigns", { name: "Mein" })).body;
    expect((await stranger.post("/user-campaigns/forecast", { campaign: id })).status).toBe(403);
  });

  test("forecasts only settings the caller could save, so that it does not leak other users' lists", async () => {
    const owner = await stack.signIn({ uid: "list-owner", role: "advanced_advertiser" });
    const list = { kind: "whitelist", name: "Secret", domains: ["news.example"] };
    const { id } = (await owner.post("/channels/list-owner", list)).body;
    const own = await owner.post("/user-campaigns/forecast", { targeting: { whitelists: [id] } });
    expect(own.status).toBe(200);
    for (const field of ["whitelists", "blocklists", "audiences"]) {
      const refused = await client.post("/user-campaigns/forecast", { targeting: { [field]: [id] } });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [`targeting.${field}`]]);
    }
    const plain = await stack.signIn({ uid: "plain-1", role: "customer" });
    const advanced = await plain.post("/user-campaigns/forecast", { targeting: { remarketing: true } });
    expect([advanced.status, Object.keys(advanced.body.errors)]).toEqual([422, ["targeting.remarketing"]]);
  });

  test("an exchange that pauses is no reason to say that nothing matches", async () => {
    requestsPerSecond = 0;
    stack.clock.advance(6 * 60_000);
    const forecast = await ask({ targeting: { locations: [place("CH")] } });
    requestsPerSecond = 10;
    expect(forecast).toMatchObject({ sample: { requests: 4000, per_day: 0 }, available: null, impressions: null });
  });

  test("uses the ad servers' traffic without an exchange's sample", async () => {
    sample = [];
    server.close();
    server.closeAllConnections();
    stack.clock.advance(6 * 60_000);
    const forecast = await ask({ targeting: { locations: [place("CH")] } });
    expect(forecast).toMatchObject({ sample: { requests: 0, matched: 0 }, available: null, reach: null, curve: [] });
  });
});

describe("the estimates", () => {
  test("a share's range narrows with more trials, and has the share's mean and variance", () => {
    const rangeOf = (hits: number, misses: number) => {
      const { mean, variance } = logShare(hits, misses);
      const deviation = spread * Math.sqrt(variance);
      return { low: Math.exp(mean - deviation), high: Math.exp(mean + deviation) };
    };
    const few = rangeOf(5, 5);
    const many = rangeOf(500, 500);
    expect(few.low).toBeLessThan(many.low);
    expect(many.low).toBeLessThan(0.5);
    expect(many.high).toBeGreaterThan(0.5);
    expect(few.high).toBeGreaterThan(many.high);
    // Beta(2, 6): mean 1/4, variance 2 * 6 / (8^2 * 9).
    const { mean, variance } = logShare(2, 6);
    expect(Math.exp(mean + variance / 2)).toBeCloseTo(0.25);
    expect((Math.exp(variance) - 1) * 0.25 ** 2).toBeCloseTo(12 / 576);
    expect(productOf([logShare(2, 6), logShare(2, 6)])).toEqual({ mean: 2 * mean, variance: 2 * variance });
  });

  test("buys slots below the viewability goal as far as better ones compensate", () => {
    const slots = (...rates: number[]) => rates.map((seenRate) => ({ visitor: "", seenRate }));
    expect(worthBuying(slots(0.9, 0.9)).part).toBe(1);
    expect(worthBuying(slots(0.9, 0.6, 0.1)).part).toBeCloseTo(2 / 3);
    expect(worthBuying(slots(0.2, 0.1))).toEqual({ part: 0, seenRate: 0 });
  });

  test("the number of people lies between the Chao and the Heaps estimate", () => {
    const uniform = Array.from({ length: 2000 }, () => `v-${Math.floor(random.number() * 1500)}`);
    const { low, high } = estimatePeople(uniform, 20_000);
    expect(low).toBeGreaterThan(1300);
    expect(low).toBeLessThan(1700);
    expect(high).toBeGreaterThan(1500);
    const twice = Array.from({ length: 40 }, (_, at) => `v-${at % 20}`);
    expect(estimatePeople(twice, 4000)).toEqual({ low: 20, high: 20 });
    // Too few to tell how many there are at most.
    expect(estimatePeople(["a", "a", "b", "b"], 4000)).toEqual({ low: 2, high: Number.POSITIVE_INFINITY });
  });
});
