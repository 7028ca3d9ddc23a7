import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { formats } from "@litfass/contract/kernel/formats";
import { defaultPrices } from "@litfass/contract/settings/default-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { firstBudget } from "./try-section.ts";

let stack: Stack;
let exchange: Server;
let samples = 0;

/** Half of the sampled requests come from Bern, the others from Geneva, 130 km away. */
const request = (at: number) => ({
  id: `r-${at}`,
  imp: [
    {
      id: "1",
      tagid: "top",
      bidfloor: 4,
      bidfloorcur: "CHF",
      banner: { format: [{ w: 300, h: 250 }] },
      metric: [{ type: "viewability", value: 0.8 }],
    },
  ],
  site: { domain: "a.example", cat: ["IAB12"] },
  device: {
    ua: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
    devicetype: 2,
    language: "de",
    geo:
      at % 2 === 0
        ? { country: "CHE", region: "BE", city: "Bern", lat: 46.948, lon: 7.4474, type: 1 }
        : { country: "CHE", region: "GE", city: "Geneva", lat: 46.2044, lon: 6.1432, type: 1 },
  },
  user: { id: `v-${at}` },
  regs: { gdpr: 0 },
  cur: ["CHF"],
});

beforeAll(async () => {
  exchange = createServer(({ url }, response) => {
    const isSample = url?.startsWith("/exchange/sample");
    if (isSample) samples += 1;
    const sample = Array.from({ length: 5000 }, (_, at) => request(at));
    response.end(JSON.stringify(isSample ? sample : { requestsPerSecond: 10, bids: 5000, wins: 2500 }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => exchange.once("listening", resolve));
  stack = await startStack({ env: { SANDBOX_URL: `http://127.0.0.1:${(exchange.address() as AddressInfo).port}` } });
});
afterAll(async () => {
  exchange.close();
  exchange.closeAllConnections();
  await stack.close();
});

const open = (url: string) => stack.app.inject({ url, headers: { "accept-language": "en", accept: "text/html" } });
const banner = (format: string, query: Record<string, string>) =>
  open(`/try/banner/${format}?${new URLSearchParams(query)}`);

test("a visitor's sentence is drawn in every format by the real renderer, sandboxed and escaped", async () => {
  for (const format of formats) {
    const { statusCode, headers, body } = await banner(format, {
      name: "Velo & Söhne",
      text: "</h1><script>x()</script>",
      color: "red",
    });
    expect(statusCode).toBe(200);
    expect(headers["content-security-policy"]).toContain("sandbox allow-scripts");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["set-cookie"]).toBeUndefined();
    const [width, height] = format.split("x");
    expect(body).toContain(`width=${width},height=${height}`);
    expect(body).toContain("&#60;script&#62;");
    expect(body).not.toContain("<script>x()");
    expect(body).toContain("--bg:#f2542d");
    expect(decodeURIComponent(/src="(data:image\/svg[^"]+)"/.exec(body)?.[1] ?? "")).toContain("Velo &amp; Söhne");
  }
});

test("a long sentence goes below the name; unusable input gives the example; an unknown format is 404", async () => {
  const long = "Every morning from six we bake forty kinds of bread.";
  const { body } = await banner("300x250", { name: "Brothaus Matte", text: long });
  expect(body).toMatch(/<h1[^>]*>Brothaus Matte</);
  expect(body).toContain("forty kinds");
  const example = await banner("300x250", { text: "x".repeat(5000), color: "url(x)", lang: "de" });
  expect(example.body).toContain("ofenwarm");
  expect((await banner("1x1", {})).statusCode).toBe(404);
});

test("the forecast counts the traffic around the town, in bounded input", async () => {
  const ask = (town: string, budget: string) =>
    stack.visitor().get(`/frontend/forecast?${new URLSearchParams({ town, budget })}`, { "accept-language": "en" });
  const bern = await ask("Bern", "2500");
  expect(bern.status).toBe(200);
  expect(bern.body).toMatchObject({ place: "Bern", radius_km: 15, days: 30, viewable_rate: 70 });
  // CHF 2500 buys 100'000 impressions at CPM 25.
  expect(bern.body.impressions.high).toBe(100_000);
  expect(bern.body.reach.high).toBeGreaterThan(0);
  expect((await ask("Lugano", "2500")).body.impressions).toBeNull();
  const [unknown, poor, rich] = [await ask("Xyzzyville", "500"), await ask("Bern", "1"), await ask("Bern", "9999999")];
  expect([unknown.status, unknown.body.errors.town]).toEqual([422, ["We do not know a town of this name."]]);
  for (const { status, body } of [poor, rich]) expect([status, Object.keys(body.errors)]).toEqual([422, ["budget"]]);
  // Every forecast above used one sample.
  expect(samples).toBe(1);
});

test("without scripts both forms open a page with the banners and the forecast", async () => {
  const page = (await open("/en/try?name=Velo&text=Ride+on&color=straw&town=Bern&budget=2500")).body;
  const unscripted = [...page.matchAll(/<noscript>(.*?)<\/noscript>/g)].map(([, content]) => content).join("");
  for (const format of formats) {
    const address = `src="/try/banner/${format}?name=Velo&amp;text=Ride+on&amp;color=straw&amp;lang=en"`;
    expect(unscripted).toContain(address);
  }
  expect(page).toContain("15 km around Bern, 30 days");
  expect(page.replaceAll("&#39;", "'")).toMatch(/<dd>[\d']+(?: to 100'000)?<\/dd>/);
  expect(page).toContain('href="/register?name=Velo&amp;text=Ride+on&amp;color=straw&amp;lang=en"');
  expect((await open("/en/try?town=Xyzzyville")).body).toContain("We do not know a town of this name.");
  // The landing page loads no banner by itself.
  expect((await open("/en")).body).not.toMatch(/<iframe[^>]* src=/);
});

test("the proposed budget is a month of the Standard package, within what a visitor may enter", async () => {
  expect((await open("/en")).body).toMatch(/name="budget"[^>]* value="1500"/);
  const proposed = (minor: number) => {
    const standard = { price_per_month: { CHF: 150_000, EUR: 150_000, DKK: minor }, term_months: 3, discount: null };
    const prices = { ...defaultPrices, plans: { ...defaultPrices.plans, standard }, cpm: { DKK: 18_000 } };
    return firstBudget(prices, "DKK");
  };
  expect([proposed(1_120_050), proposed(9_000_000), proposed(100)]).toEqual([11_201, 50_000, 100]);
});
