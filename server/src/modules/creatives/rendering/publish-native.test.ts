import { testAdServer, testRequest } from "@litfass/adserver/testing/testing-ad-server";
import { campaignSnapshot, nativeCreative } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { rowName } from "../../reporting/panels/row-name.ts";
import { filesOfNative } from "./publish-native.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer", lang: "de" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1");
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 20, own_files: false });
});
afterAll(() => stack?.close());

const heldOf = async (hashes: string[]): Promise<boolean[]> => {
  const { rows } = await stack.platform.db.execute<{ is_held: boolean }>(
    sql`select is_held from ad_files where hash = any(${sql.param(hashes)}::text[])`,
  );
  return rows.map(({ is_held }) => is_held);
};

test("a started campaign has native ads of its form's texts and pictures, served once they are approved", async () => {
  const id = await startCampaign(stack, anna, { name: "Native campaign" });
  const { body: queue } = await reviewer.get("/creative-reviews?per_page=100");
  const waiting = queue.data.find(({ campaign }: { campaign: number }) => campaign === id);
  const { rows: submitted } = await stack.platform.db.execute<{ native: string }>(
    sql`select e->'native' as native from creative_reviews r, jsonb_array_elements(r.creatives) e
      where r.id = ${waiting.id} and e ? 'native'`,
  );
  expect(submitted).toHaveLength(1);
  const held = filesOfNative(submitted[0]!.native as never);
  expect(held.length).toBeGreaterThan(0);
  expect(new Set(await heldOf(held))).toEqual(new Set([true]));

  expect((await reviewer.post(`/creative-reviews/${waiting.id}/approve`)).status).toBe(200);
  expect(new Set(await heldOf(held))).toEqual(new Set([false]));
  const { rows } = await stack.platform.db.execute<{ payload: unknown }>(
    sql`select payload from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  const published = campaignSnapshot.parse(rows[0]!.payload);
  const { body: campaign } = await anna.get(`/user-campaigns/${id}`);
  const { body: forms } = await anna.get(`/user-creatives/${id}/forms`);
  const { title, description, button_text } = forms.values;
  expect(published.creatives.flatMap(({ native }) => native ?? [])).toMatchObject([
    { title, description, buttonText: button_text, brand: published.advertiserName },
  ]);
  const [parts] = published.creatives.flatMap(({ native }) => native ?? []);
  expect(parts!.icons!.map(({ width, height }) => `${width}x${height}`)).toEqual(["300x300", "80x80"]);
  expect(parts!.crops!.length).toBe(parts!.pictures.length === 0 ? 0 : 6);
  expect(published.advertiserName).not.toBe("");
  expect(campaign.name).toBe("Native campaign");

  const running = { ...published, startAt: "2026-03-01T23:00:00.000Z", endAt: "2026-03-31T22:00:00.000Z" };
  const targeting = { ...running.targeting, languages: [], categories: [], countries: [], radii: [], cities: [] };
  const adServer = testAdServer([{ ...running, targeting }]);
  const assets = [
    { id: 1, required: 1, title: { len: 30 } },
    { id: 2, required: 1, data: { type: 1 } },
  ];
  const native = { request: JSON.stringify({ ver: "1.2", assets }) };
  const imp = [{ id: "1", native, metric: [{ type: "viewability", value: 1 }] }];
  const { body } = await adServer.bid(testRequest({ imp }));
  expect(JSON.parse(body.seatbid[0].bid[0].adm).assets).toMatchObject([
    { id: 1, title: { text: title } },
    { id: 2, data: { value: published.advertiserName } },
  ]);
});

test("figures by banner name native ads in the reader's language", () => {
  const row = { key: nativeCreative, text: nativeCreative, country: "" } as Parameters<typeof rowName>[1];
  expect(rowName("creative", row, "de")).toBe("Native");
  expect(rowName("creative", row, "fr")).toBe("Natif");
});
