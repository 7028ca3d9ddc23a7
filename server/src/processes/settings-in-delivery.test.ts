import { applySettings } from "@litfass/adserver/serving/apply-settings";
import {
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "@litfass/adserver/testing/testing-ad-server";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../testing/campaigns.ts";
import type { TestClient } from "../testing/client.ts";
import { pdfText } from "../testing/pdf-text.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
let anna: TestClient;
beforeAll(async () => {
  stack = await startStack();
  boss = await stack.signIn("super_admin");
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack.close());
afterEach(async () => {
  for (const section of ["brand", "prices", "campaigns"] as const) {
    const { version } = await current(section);
    const before = { version, restore: 0, note: "As before" };
    if (version > 0) await boss.post(`/settings/operator/${section}/restore`, before);
  }
});

type Section = "brand" | "prices" | "campaigns";
const current = async (section: Section) => (await boss.get("/settings/operator")).body[section];

/** Saves a section as an operator does, and tells the ad server as its process does. */
async function change(section: Section, changes: object, adServer?: TestAdServer): Promise<void> {
  const { version, settings } = await current(section);
  const body = { version, note: "Changed", settings: { ...settings, ...changes } };
  expect((await boss.put(`/settings/operator/${section}`, body)).status).toBe(200);
  if (adServer) applySettings(adServer.instance, stack.platform.settings);
}

/** How many ads one visitor sees of ten. */
async function shownTo(visitor: string, adServer: TestAdServer): Promise<number> {
  let shown = 0;
  for (let number = 0; number < 10; number++) {
    adServer.clock.advance(120_000);
    const { status, body } = await adServer.bid(testRequest({ user: { id: visitor } }));
    if (status !== 200) continue;
    const [, pixel = ""] = /data-impression="([^"]+)"/.exec(body.seatbid[0].bid[0].adm) ?? [];
    await adServer.call("GET", pixel);
    // A slot in which ads are not seen gets fewer bids.
    await adServer.call("GET", pixel.replace("/t/impression", "/t/viewable"));
    shown += 1;
  }
  return shown;
}

test("a changed cap applies to the next bids", async () => {
  const adServer = testAdServer([testSnapshot({ strategy: "awareness" })]);
  applySettings(adServer.instance, stack.platform.settings);
  expect(await shownTo("visitor-1", adServer)).toBe(8);
  await change("campaigns", { frequency_cap: { awareness: 2, performance: null } }, adServer);
  expect(await shownTo("visitor-2", adServer)).toBe(2);
});

test("a changed name is in the VAST of the next bid, also of offers that were prepared before", async () => {
  const video = { uuid: "7f0cfb4a-0000-4000-8000-000000000009", format: "640x360", width: 640, height: 360 };
  const file = { fileHash: "a".repeat(40), kind: "video" as const, durationSeconds: 15, contentType: "video/mp4" };
  const adServer = testAdServer([testSnapshot({ creatives: [{ ...video, ...file }] })]);
  const slot = { mimes: ["video/mp4"], protocols: [7], minduration: 5, maxduration: 30, w: 640, h: 360 };
  const adSystem = async () => {
    const request = testRequest({ imp: [{ id: "1", metric: [{ type: "viewability", value: 0.95 }], video: slot }] });
    const { body } = await adServer.bid(request);
    return /<AdSystem[^>]*>([^<]*)</.exec(body.seatbid[0].bid[0].adm)?.[1];
  };
  applySettings(adServer.instance, stack.platform.settings);
  const { operator_name: before } = (await current("brand")).settings;
  expect(await adSystem()).toBe(before);
  await change("brand", { operator_name: "Plakat & Nord" }, adServer);
  expect(await adSystem()).toBe("Plakat &amp; Nord");
});

test("a changed price is bid by campaigns that start afterwards, and shown on their screen; earlier ones have theirs", async () => {
  const snapshotOf = async (id: number): Promise<CampaignSnapshot> => {
    const { rows } = await stack.platform.db.execute<{ payload: CampaignSnapshot }>(
      sql`select payload from campaign_snapshots where campaign_id = ${id}`,
    );
    return rows[0]!.payload;
  };
  const bidOf = async (id: number) => {
    const { currency, priceMicros } = await snapshotOf(id);
    const adServer = testAdServer([testSnapshot({ currency, priceMicros })]);
    applySettings(adServer.instance, stack.platform.settings);
    // In a second-price auction a bid is the campaign's own price.
    const { status, body } = await adServer.bid(testRequest({ at: 2 }));
    return [status, body.cur, body.seatbid[0].bid[0].price];
  };
  const shownOf = async (id: number) => (await anna.get(`/user-campaigns/${id}`)).body.cpm;
  const earlier = await startCampaign(stack, anna, { name: "Earlier" });
  await change("prices", { cpm: { CHF: 40, EUR: 38 } });
  const later = await startCampaign(stack, anna, { name: "Later" });
  expect([await shownOf(earlier), await shownOf(later)]).toEqual([25, 40]);
  expect([await bidOf(earlier), await bidOf(later)]).toEqual([
    [200, "CHF", 25],
    [200, "CHF", 40],
  ]);
});

test("a changed name heads the next invoice and report", async () => {
  const read = async (path: string) => pdfText((await anna.get(path)).bytes);
  const report = () => read("/statistics/report.pdf?from=2026-03-01&to=2026-03-02");
  const order = async () => {
    expect((await anna.post("/billing/send-invoice", { planId: "starter" })).status).toBe(201);
    const [invoice] = (await anna.get("/billing/invoices?sort=id&direction=desc")).body.data;
    return read(`/${invoice.pdf}`);
  };
  for (const text of [await order(), await report()]) expect(text).not.toContain("Plakat Nord");
  await change("brand", { operator_name: "Plakat Nord" });
  for (const text of [await order(), await report()]) expect(text).toContain("Plakat Nord");
});
