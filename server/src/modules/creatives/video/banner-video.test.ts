import { bannerMaxBytes } from "@litfass/contract/creatives/banner-fields";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { bannerVideoLimits } from "@litfass/contract/creatives/video-conversions";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { needs } from "../../../../../tests/support/needs.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { chooseCreatives, copyCreatives, creativesReadiness, releaseAdFiles } from "../index.ts";
import { renderCampaignCreatives } from "../rendering/render-campaign-creatives.ts";
import { addCampaign } from "../studio/testing-campaign-sql.ts";
import { formWith, testClip } from "../video-conversion/test-clip.ts";

// Allows for conversion at low priority on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stack: Stack;
let anna: TestClient;
let group: CreativeGroup;

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  const groups: CreativeGroup[] = (await anna.get("/user-creatives")).body;
  group = groups.find(({ template }) => template === "split") as CreativeGroup;
});
afterAll(() => stack?.close());

async function newCampaign(): Promise<number> {
  const id = await addCampaign(stack.platform.db, "anna-1", group.uuid);
  const uuids = group.creatives.map(({ uuid }) => uuid);
  await stack.platform.db.transaction((tx) => chooseCreatives(tx, id, uuids));
  const texts = { title: "Frisch", description: "Jeden Tag.", button_text: "Bestellen" };
  await anna.put(`/user-creatives/${id}/${group.uuid}`, texts);
  return id;
}

async function upload(bannerVideo: Buffer): Promise<string> {
  const opened = await anna.post("/media-uploads", { name: "Zopf.mov", size_bytes: bannerVideo.length });
  const form = formWith("blob", bannerVideo);
  await anna.put(`/media-uploads/${opened.body.uuid}/0`, form.payload, form.headers);
  return opened.body.uuid;
}

const unfilled = async (id: number) => (await creativesReadiness(stack.platform.db, id, "en")).unfilled;
const render = (id: number, held: boolean) =>
  stack.platform.db.transaction((tx) => renderCampaignCreatives(tx, id, { held }));
const documents = async (hashes: string[]) => {
  const { rows } = await stack.platform.db.execute<{ body: Buffer; bannerVideo: string | null }>(
    sql`select body, banner_video as "bannerVideo" from ad_files where hash = any(${sql.param(hashes)}::text[])`,
  );
  return rows;
};

test("a display campaign's video becomes a small silent video in its banners", needs("ffmpeg"), async () => {
  const { db, jobs, config } = stack.platform;
  const id = await newCampaign();
  const path = `/user-campaigns/${id}/video`;
  expect(await unfilled(id)).toEqual(["Logo", "Pictures"]);
  const set = await anna.put(path, { upload: await upload(testClip("mov", { seconds: 1, size: "64x36" })) });
  expect([set.status, set.body.video.status, set.body.banner_video_url]).toEqual([200, "queued", null]);
  expect(await unfilled(id)).toEqual(["Logo", "Video"]);
  expect((await render(id, true)).every(({ attributes }) => attributes === undefined)).toBe(true);

  await jobs.drain("media.convert");
  expect(await unfilled(id)).toEqual(["Logo"]);
  const { video, banner_video_url } = (await anna.get(path)).body.video;
  expect(video.renditions).toEqual([{ name: "banner.mp4", width: 64, height: 36, size_bytes: expect.any(Number) }]);
  expect(video.renditions[0].size_bytes).toBeLessThan(bannerVideoLimits.bytes);
  const bannerVideo = (await anna.get(`${path}/banner.mp4`)).bytes;
  expect(bannerVideo.includes("mp4a"), "a sound track").toBe(false);
  expect(bannerVideo.indexOf("moov")).toBeLessThan(bannerVideo.indexOf("mdat"));
  expect((await anna.get(`${path}/poster.webp`)).headers["content-type"]).toBe("image/webp");
  const { rows: items } = await db.execute(
    sql`select i.kind, c.type from creative_items i join creatives c on c.uuid = i.creative_uuid
      where c.uuid = ${set.body.creative}`,
  );
  expect(items).toEqual([{ kind: "video", type: "html5" }]);

  const drawn = await render(id, true);
  const hash = /\/ad\/([0-9a-f]{40})\.mp4\?preview=/.exec(banner_video_url)?.[1] ?? "";
  expect(banner_video_url.startsWith(config.adsUrl)).toBe(true);
  expect(drawn.map(({ kind, attributes }) => [kind, attributes])).toEqual(Array(5).fill(["html", [6]]));
  for (const { body, bannerVideo } of await documents(drawn.map(({ fileHash }) => fileHash))) {
    expect(body.toString()).toContain(`data-video="${hash}.mp4" muted playsinline`);
    expect(body.length).toBeLessThanOrEqual(bannerMaxBytes);
    expect(bannerVideo).toBe(hash);
  }
  const heldFiles = sql`select is_held from ad_files where hash = ${hash}`;
  expect((await db.execute(heldFiles)).rows).toEqual([{ is_held: true }]);
  await releaseAdFiles(db, [drawn[0]?.fileHash ?? ""]);
  expect((await db.execute(heldFiles)).rows).toEqual([{ is_held: false }]);

  const preview = await anna.get(`//creatives/iframe/${id}/${group.uuid}/${group.creatives[0]?.uuid}`);
  expect(preview.text).toContain(`data-video="${config.adsUrl}/ad/${hash}.mp4?preview=`);
  expect(preview.headers["content-security-policy"]).toContain(`media-src ${new URL(config.adsUrl).origin}`);
});

test("a video is copied with its campaign, and removing it shows the photos again", needs("ffmpeg"), async () => {
  const { db, jobs } = stack.platform;
  const id = await newCampaign();
  await anna.put(`/user-campaigns/${id}/video`, {
    upload: await upload(testClip("mov", { seconds: 1, size: "36x64" })),
  });
  await jobs.drain("media.convert");
  const copy = await addCampaign(db, "anna-1", group.uuid);
  await db.transaction((tx) => copyCreatives(tx, id, copy));
  expect((await render(copy, true))[0]?.attributes).toEqual([6]);
  await db.execute(sql`update campaigns set status = 'ACTIVE', total_budget_micros = 1000000,
    start_on = '2026-03-02', end_on = '2026-03-31' where id = ${id}`);
  expect((await anna.delete(`/user-campaigns/${id}/video`)).status).toBe(204);
  expect((await render(id, true))[0]?.attributes).toBeUndefined();
  expect((await render(copy, true))[0]?.attributes).toEqual([6]);
  await db.execute(sql`update campaigns set status = 'ENDED', total_budget_micros = 1000000,
    start_on = '2026-03-02', end_on = '2026-03-31' where id = ${copy}`);
  expect((await anna.delete(`/user-campaigns/${copy}/video`)).status).toBe(409);
});

test("other files and long videos are rejected at the field", needs("ffmpeg"), async () => {
  const id = await newCampaign();
  const refused = async (bannerVideo: Buffer) => {
    const { status, body } = await anna.put(`/user-campaigns/${id}/video`, { upload: await upload(bannerVideo) });
    return [status, body.errors?.file?.[0]];
  };
  expect(await refused(Buffer.from("only words ".repeat(100)))).toEqual([
    422,
    expect.stringContaining("not a video we can read"),
  ]);
  expect(await refused(testClip("mp4", { seconds: 31, size: "64x36" }))).toEqual([
    422,
    "A video in a banner lasts at most 30 seconds",
  ]);
});
