import { findAdFile } from "@litfass/adserver/sync/ad-file-sql";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../../../../adserver/src/testing/testing-ad-server.ts";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { needs } from "../../../../../tests/support/needs.ts";
import { createDraft, creditCustomer } from "../../../testing/campaigns.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { drawPictures } from "./draw-pictures.ts";

let stack: Stack;
const never = new AbortController().signal;

beforeAll(async () => {
  stack = await startStack({ env: { CHROMIUM_PATH: browserPath() ?? "" } });
});
afterAll(() => stack.close());

/** A running campaign with banners of a template; every review is automatic. */
async function startedCampaign(): Promise<number> {
  const anna = await stack.signIn({ uid: "anna-1", role: "customer", lang: "de" });
  await creditCustomer(stack, "anna-1");
  const id = await createDraft(stack, anna);
  const { creative_ids } = (await anna.get(`/user-campaigns/${id}`)).body;
  // Two are enough, because each takes seconds.
  await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids: creative_ids.slice(0, 2) });
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  return id;
}

async function snapshotOf(campaign: number): Promise<CampaignSnapshot> {
  const { rows } = await stack.platform.db.execute<{ payload: CampaignSnapshot }>(
    sql`select payload from campaign_snapshots where campaign_id = ${campaign} and is_live`,
  );
  const [row] = rows;
  if (!row) throw new Error("no snapshot");
  return row.payload;
}

test("each HTML banner of a running campaign gets a picture of its size, which its bids show to reviewers", {
  ...needs("chromium"),
  timeout: 240_000,
}, async () => {
  const { db } = stack.platform;
  const campaign = await startedCampaign();
  const before = await snapshotOf(campaign);
  expect(before.creatives).toHaveLength(2);
  expect(before.creatives.filter(({ pictureHash }) => pictureHash)).toEqual([]);
  // They show the same banners, which are drawn once; the last is beyond what one run examines.
  await startedCampaign();
  const other = await startedCampaign();
  expect((await snapshotOf(other)).creatives.map(({ fileHash }) => fileHash).sort()).toEqual(
    before.creatives.map(({ fileHash }) => fileHash).sort(),
  );
  const runner = { platform: stack.platform, execute: stack.app.services.execute };
  while ((await drawPictures(runner, never)) > 0) expect(never.aborted).toBe(false);
  const { rows } = await db.execute(sql`select document from ad_pictures where picture is not null`);
  expect(rows).toHaveLength(before.creatives.length);
  for (const { pictureHash } of (await snapshotOf(other)).creatives) expect(pictureHash).toMatch(/^[0-9a-f]{40}$/);
  const snapshot = await snapshotOf(campaign);
  expect(snapshot.version).toBeGreaterThan(before.version);
  for (const { pictureHash = "", width, height } of snapshot.creatives) {
    const file = await findAdFile(db, pictureHash);
    expect(file?.contentType).toBe("image/jpeg");
    expect(await sharp(file?.body).metadata()).toMatchObject({ width, height, format: "jpeg" });
    expect(file?.body.length).toBeLessThan(200_000);
  }
  const adServer = testAdServer([testSnapshot({ creatives: snapshot.creatives })], {
    loadFile: (hash) => findAdFile(db, hash),
  });
  const [creative] = snapshot.creatives;
  const [w, h] = [creative?.width, creative?.height];
  const imp = [{ id: "1", banner: { w, h }, metric: [{ type: "viewability", value: 1 }] }];
  const { body } = await adServer.bid(testRequest({ imp, test: 1 }));
  const answer = await adServer.call("GET", body.seatbid[0].bid[0].iurl);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(answer.headers["cache-control"]).toContain("immutable");
  expect(await sharp(answer.body as Buffer).metadata()).toMatchObject({ width: w, height: h });
});
