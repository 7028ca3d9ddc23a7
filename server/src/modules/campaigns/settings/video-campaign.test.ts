import { VASTParser } from "@dailymotion/vast-client";
import { campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { DOMParser } from "@xmldom/xmldom";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { needs } from "../../../../../tests/support/needs.ts";
import { campaignSettings, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { formWith, testClip } from "../../creatives/video-conversion/test-clip.ts";

// Allows for conversion at low priority on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stack: Stack;
let anna: TestClient;
const settings = {
  ...campaignSettings,
  name: "Zopf video",
  type: "video",
  total_budget: 500,
};

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack?.close());

async function upload(client: TestClient, clip: Buffer): Promise<string> {
  const opened = await client.post("/media-uploads", {
    name: "Sonntagszopf, der ganze Film.mov",
    size_bytes: clip.length,
  });
  const form = formWith("blob", clip);
  await client.put(`/media-uploads/${opened.body.uuid}/0`, form.payload, form.headers);
  return opened.body.uuid;
}

const missing = async (id: number) =>
  (await anna.get(`/user-campaigns/${id}/can-activate`)).body.missing.map(({ code }: { code: string }) => code);

type Linear = {
  duration: number;
  mediaFiles: { width: number; height: number; mimeType: string }[];
  trackingEvents: Record<string, string[]>;
  videoClickThroughURLTemplate: { url: string };
};

/** Parses the document like a publisher's player. */
async function checkVast(xml: string): Promise<void> {
  expect(xml).toMatch(/^<\?xml[^>]*>\s*<VAST version="4/);
  const read = await new VASTParser().parseVAST(new DOMParser().parseFromString(xml, "text/xml") as never);
  const ad = read.ads[0];
  const linear = ad?.creatives[0] as Linear | undefined;
  expect(ad?.impressionURLTemplates).toHaveLength(1);
  expect(linear?.duration).toBe(3);
  expect(linear?.mediaFiles.map(({ width, height, mimeType }) => [width, height, mimeType])).toEqual([
    [1280, 720, "video/mp4"],
    [640, 360, "video/mp4"],
    [426, 240, "video/mp4"],
  ]);
  expect(Object.keys(linear?.trackingEvents ?? {})).toEqual(
    expect.arrayContaining(["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]),
  );
  expect(linear?.videoClickThroughURLTemplate?.url).toContain(`${stack.platform.config.adsUrl}/c?t=`);
}

test(
  "[FIELD-CREA-002] [PAGE-005] a video campaign: upload, conversion, VAST, start with all renditions in the snapshot",
  needs("ffmpeg"),
  async () => {
    const { body: created } = await anna.post("/user-campaigns", settings);
    expect(created.type).toBe("video");
    const path = `/user-campaigns/${created.id}`;
    expect(await missing(created.id)).toEqual(["video_missing"]);
    const text = await upload(anna, Buffer.from("only words ".repeat(100)));
    const refused = await anna.put(`${path}/video`, { upload: text });
    expect([refused.status, refused.body.errors.file[0]]).toEqual([422, expect.stringContaining("not a video")]);

    const set = await anna.put(`${path}/video`, { upload: await upload(anna, testClip("mov", { seconds: 3 })) });
    expect([set.status, set.body.video.status]).toEqual([200, "queued"]);
    expect(await missing(created.id)).toEqual(["video_converting"]);
    const xmlPath = `//creatives/${set.body.creative}.xml`;
    expect((await anna.get(xmlPath)).text).toContain('type="html5"');
    await stack.platform.jobs.drain("media.convert");
    expect(await missing(created.id)).toEqual([]);
    const { video } = (await anna.get(`${path}/video`)).body;
    expect(video.video).toMatchObject({ status: "done", name: "Sonntagszopf, der ganze Film" });
    await checkVast((await anna.get(xmlPath)).text);
    const range = { range: "bytes=0-99" };
    expect((await anna.get(`${path}/video/720.mp4`, range)).status).toBe(206);
    const stranger = await stack.signIn("customer");
    expect((await stranger.get(`${path}/video/720.mp4`)).status).toBe(403);

    const hashes = async (held: boolean) => {
      const { rows } = await stack.platform.db.execute<{ hash: string }>(
        sql`select hash from ad_files where content_type = 'video/mp4' and is_held = ${held}`,
      );
      return rows.map(({ hash }) => hash);
    };
    expect([(await hashes(true)).length, (await hashes(false)).length]).toEqual([3, 0]);
    const started = await anna.post(`${path}/activate`);
    expect(started.body.status).toBe("ACTIVE");
    const { rows } = await stack.platform.db.execute<{ payload: unknown }>(
      sql`select payload from campaign_snapshots where campaign_id = ${created.id} and is_live`,
    );
    const { creatives, advertiserName, language } = campaignSnapshot.parse(rows[0]?.payload);
    expect([advertiserName, language]).toEqual(["Test Person", "de"]);
    expect(
      creatives.map(({ kind, format, uuid, durationSeconds }) => ({ kind, format, uuid, durationSeconds })),
    ).toEqual(
      ["1280x720", "640x360", "426x240"].map((format) => ({
        kind: "video",
        format,
        uuid: set.body.creative,
        durationSeconds: expect.closeTo(3, 0),
      })),
    );
    expect((await hashes(false)).sort()).toEqual(creatives.map(({ fileHash }) => fileHash).sort());
    expect((await anna.delete(`${path}/video`)).status).toBe(409);

    const copy = await anna.post(`${path}/copy`);
    expect((await anna.get(`/user-campaigns/${copy.body.id}/video`)).body.video.creative).toBe(set.body.creative);
    expect((await anna.delete(`/user-campaigns/${copy.body.id}/video`)).status).toBe(204);
    expect((await anna.get(`${path}/video`)).body.video.creative).toBe(set.body.creative);
  },
);

test("rejects a video of more than two minutes and names the limit", needs("ffmpeg"), async () => {
  const { body: created } = await anna.post("/user-campaigns", { ...settings, name: "Long video" });
  const clip = testClip("mp4", { seconds: 121, size: "64x48" });
  const refused = await anna.put(`/user-campaigns/${created.id}/video`, { upload: await upload(anna, clip) });
  expect([refused.status, refused.body.errors.file]).toEqual([
    422,
    ["A video of a campaign lasts at most 120 seconds"],
  ]);
});
