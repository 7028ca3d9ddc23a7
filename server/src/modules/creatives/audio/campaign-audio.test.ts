import { VASTParser } from "@dailymotion/vast-client";
import { campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { audioLimits, type CampaignAudio } from "@litfass/contract/creatives/audio";
import { auditEntries } from "@litfass/platform/audit/audit";
import { DOMParser } from "@xmldom/xmldom";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { needs } from "../../../../../tests/support/needs.ts";
import { campaignSettings, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { formWith, testClip } from "../video-conversion/test-clip.ts";
import { checkLength } from "./prepare-spot.ts";
import { testTone } from "./test-tone.ts";

// Allows for encoding at low priority on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stack: Stack;
let anna: TestClient;
const settings = { ...campaignSettings, name: "Zopf spot", type: "audio", total_budget: 500 };

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack?.close());

const newCampaign = async (changes: object = {}): Promise<string> =>
  `/user-campaigns/${(await anna.post("/user-campaigns", { ...settings, ...changes })).body.id}`;

async function send(path: string, name: string, body: Buffer, client = anna) {
  const { payload, headers } = formWith(name, body);
  return client.put(`${path}/audio`, payload, headers);
}
const refusalOf = async (path: string, name: string, body: Buffer) => {
  const { status, body: answer } = await send(path, name, body);
  return [status, answer.errors?.file?.[0]];
};
const missing = async (path: string) =>
  (await anna.get(`${path}/can-activate`)).body.missing.map(({ code }: { code: string }) => code);

test(
  "an audio campaign: upload, transcript, VAST, start with every file in the snapshot, copy",
  needs("ffmpeg"),
  async () => {
    const path = await newCampaign();
    expect(await missing(path)).toEqual(["audio_missing"]);
    expect((await anna.get(`${path}/audio`)).body).toEqual({ audio: null, converter_note: null });
    const set = await send(path, "C:\\spots\\Sonntagszopf.mp3", testTone("mp3", { volumeDb: -6 }));
    expect(set.status).toBe(200);
    const spot: CampaignAudio = set.body;
    expect(spot).toMatchObject({
      ...{ name: "Sonntagszopf", source_file: "Sonntagszopf.mp3", source_type: "mp3", source_kbps: 192 },
      ...{ duration: expect.closeTo(6, 0), transcript: "" },
    });
    expect(spot.source_loudness).toBeLessThan(-20);
    expect(Math.abs(spot.loudness - audioLimits.loudness)).toBeLessThanOrEqual(audioLimits.loudnessTolerance);
    expect(Math.max(...spot.waveform)).toBe(100);
    expect(spot.files.map(({ name, type, kbps }) => [name, type, kbps])).toEqual([
      ["128.mp3", "audio/mpeg", 128],
      ["128.m4a", "audio/mp4", 128],
      ["64.m4a", "audio/mp4", 64],
    ]);
    for (const { url, type, size_bytes } of spot.files) {
      const file = await anna.get(`/${url}`, { range: "bytes=0-99" });
      expect([file.status, file.headers["content-type"]]).toEqual([206, type]);
      expect(file.headers["content-range"]).toBe(`bytes 0-99/${size_bytes}`);
    }
    expect(await missing(path)).toEqual([]);

    const changed = await anna.patch(`${path}/audio`, { transcript: "Frischer Zopf.\nJeden Sonntag." });
    expect([changed.status, changed.body.transcript]).toEqual([200, "Frischer Zopf.\nJeden Sonntag."]);
    const tooLong = await anna.patch(`${path}/audio`, { transcript: "x".repeat(audioLimits.transcript + 1) });
    expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([422, ["transcript"]]);

    const xml = (await anna.get(`//creatives/${spot.creative}.xml`)).text;
    const read = await new VASTParser().parseVAST(new DOMParser().parseFromString(xml, "text/xml") as never);
    expect(read.ads[0]).toMatchObject({ adType: "audio", creatives: [{ duration: 6, mediaFiles: { length: 3 } }] });

    expect(await heldFiles()).toHaveLength(3);
    expect((await anna.post(`${path}/activate`)).body.status).toBe("ACTIVE");
    expect(await heldFiles()).toEqual([]);
    const creatives = await snapshotOf(path);
    expect(creatives.map(({ kind, format, uuid, contentType }) => [kind, format, uuid, contentType])).toEqual(
      ["audio/mpeg", "audio/mp4", "audio/mp4"].map((type) => ["audio", "audio", spot.creative, type]),
    );
    expect((await anna.delete(`${path}/audio`)).status).toBe(409);

    // Statistics of another type have no campaigns, so that banners do not distort the figures of spots.
    const typed = async (type: string) => (await anna.get(`/statistics?campaign_types=${type}`)).body.campaigns;
    expect([await typed("audio"), await typed("display,video")]).toEqual([1, 0]);

    const copy = `/user-campaigns/${(await anna.post(`${path}/copy`)).body.id}`;
    const copied: CampaignAudio = (await anna.get(`${copy}/audio`)).body.audio;
    expect([copied.transcript, copied.creative === spot.creative]).toEqual(["Frischer Zopf.\nJeden Sonntag.", false]);
    expect((await anna.delete(`${copy}/audio`)).status).toBe(204);
    expect((await anna.get(`${path}/audio`)).body.audio.creative).toBe(spot.creative);

    const entries = await stack.platform.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectType, "campaign"), eq(auditEntries.command, "creatives.set_campaign_audio")));
    expect(entries.map(({ actorUid, changes }) => [actorUid, changes])).toEqual([
      ["anna-1", [{ field: "spot", before: null, after: "Sonntagszopf.mp3" }]],
    ]);
  },
);

const heldFiles = async () =>
  (await stack.platform.db.execute(sql`select hash from ad_files where content_type like 'audio/%' and is_held`)).rows;

async function snapshotOf(path: string) {
  const { rows } = await stack.platform.db.execute<{ payload: unknown }>(
    sql`select payload from campaign_snapshots where campaign_id = ${Number(path.split("/").pop())} and is_live`,
  );
  return campaignSnapshot.parse(rows[0]?.payload).creatives;
}

test("chosen banners become companions, which display slots never get", needs("ffmpeg"), async () => {
  const path = await newCampaign({ name: "Spot with banner" });
  await send(path, "spot.mp3", testTone("mp3"));
  const { payload, headers } = formWith("companion.png", await picture());
  const own = await anna.post(`${path.replace("user-campaigns", "user-creatives")}/own-banners`, payload, headers);
  expect([200, 201]).toContain(own.status);
  const chosen = await anna.put(`${path}/creative-ids`, { creative_ids: [own.body.banner.creative] });
  expect(chosen.status).toBe(200);
  expect(await missing(path)).toEqual([]);
  expect((await anna.post(`${path}/activate`)).status).toBe(200);
  expect((await snapshotOf(path)).map(({ kind, format, isCompanion }) => [kind, format, isCompanion])).toEqual([
    ...[0, 1, 2].map(() => ["audio", "audio", undefined]),
    ["image", "300x250", true],
  ]);
});

async function picture(): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp({ create: { width: 300, height: 250, channels: 3, background: "#274" } })
    .png()
    .toBuffer();
}

test("a new spot of a started campaign is submitted like new banners", needs("ffmpeg"), async () => {
  const path = await newCampaign({ name: "Changed spot" });
  const first = (await send(path, "first.mp3", testTone("mp3"))).body;
  expect((await anna.post(`${path}/activate`)).status).toBe(200);
  expect((await anna.get(`${path}/review`)).body.changed).toBe(false);
  stack.clock.advance(60_000);
  const second = (await send(path, "second.wav", testTone("wav", { seconds: 8 }))).body;
  expect((await anna.get(`${path}/review`)).body.changed).toBe(true);
  expect((await snapshotOf(path))[0]?.uuid).toBe(first.creative);
  expect((await anna.post(`${path}/review`)).status).toBe(200);
  expect((await snapshotOf(path))[0]).toMatchObject({ uuid: second.creative, durationSeconds: expect.closeTo(8, 0) });
});

describe("an upload", () => {
  test.each(["mp3", "m4a", "aac", "ogg", "wav"] as const)(
    "of %s is measured and brought to the level of all spots, whatever it is called",
    needs("ffmpeg"),
    async (type) => {
      const path = await newCampaign();
      const { status, body } = await send(path, "spot", testTone(type, { volumeDb: -12 }));
      expect([status, body.source_type]).toEqual([200, type]);
      expect(Math.abs(body.loudness - audioLimits.loudness)).toBeLessThanOrEqual(audioLimits.loudnessTolerance);
    },
  );

  test.each([
    ["very loud noise", { filter: "aeval=random(0)*2-1", volumeDb: 0 }],
    ["quiet", { volumeDb: -22 }],
    ["short peaks in silence", { filter: "volume='if(lt(mod(t,1.5),0.1),1,0.01)':eval=frame" }],
  ])("that is %s is within the tolerance", needs("ffmpeg"), async (_, tone) => {
    const { status, body } = await send(await newCampaign(), "spot.wav", testTone("wav", { ...tone, seconds: 8 }));
    expect(status).toBe(200);
    expect(Math.abs(body.loudness - audioLimits.loudness)).toBeLessThanOrEqual(audioLimits.loudnessTolerance);
  });

  test("may last from 5 to 60 seconds, as players count them", needs("ffmpeg"), async () => {
    const path = await newCampaign();
    const of = (seconds: number) => refusalOf(path, "spot.wav", testTone("wav", { seconds }));
    expect(await of(4.4)).toEqual([422, "The spot lasts 4.4 seconds; it has to last at least 5"]);
    expect(await of(4.6)).toEqual([200, undefined]);
    // A minute takes long to encode; the limit is tested without.
    expect(() => checkLength(60.4)).not.toThrow();
    expect(await of(60.6)).toEqual([422, "The spot lasts 61 seconds; it may last at most 60"]);
  });

  test("is refused at its field, in the language of the call", needs("ffmpeg"), async () => {
    const path = await newCampaign();
    const type = "This is not an audio file we can read. Use an MP3, M4A, AAC, OGG or WAV file.";
    const silent = "The spot is silent, or so quiet that its loudness cannot be adjusted. Export it louder.";
    expect(await refusalOf(path, "spot.mp3", Buffer.from("only words ".repeat(100)))).toEqual([422, type]);
    expect(await refusalOf(path, "spot.mp3", Buffer.alloc(0))).toEqual([422, type]);
    expect(await refusalOf(path, "spot.wav", testTone("wav", { filter: "volume=0" }))).toEqual([422, silent]);
    expect(await refusalOf(path, "spot.m4a", testClip("mp4", { seconds: 6 }))).toEqual([422, type]);
    expect(await refusalOf(path, "spot.wav", Buffer.alloc(audioLimits.sourceBytes + 1))).toEqual([
      422,
      "A spot may have up to 25 MB",
    ]);
    const { payload, headers } = formWith("spot.mp3", Buffer.from("words"));
    const german = await anna.put(`${path}/audio`, payload, { ...headers, "accept-language": "de" });
    expect(german.body.errors.file[0]).toContain("keine lesbare Audiodatei");
    expect((await anna.get(`${path}/audio`)).body.audio).toBeNull();
  });

  test(
    "cannot make the converter read other files, and its stated length is not trusted",
    needs("ffmpeg"),
    async () => {
      const path = await newCampaign();
      const hostile = {
        playlist: "#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        concat: "ffconcat version 1.0\nfile /etc/passwd\n",
        sdp: "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n",
      };
      for (const text of Object.values(hostile)) {
        expect((await refusalOf(path, "spot.mp3", Buffer.from(text)))[0]).toBe(422);
      }
      const cut = testTone("wav", { seconds: 10 });
      expect((await refusalOf(path, "cut.wav", cut.subarray(0, cut.length / 3)))[1]).toContain("lasts 3.3 seconds");
      const noise = testTone("mp3");
      noise.fill(0x55, 2000);
      expect((await refusalOf(path, "noise.mp3", noise))[0]).toBe(422);
    },
  );

  test("with the cover of an album is a spot", needs("ffmpeg"), async () => {
    const cover = ["-f", "lavfi", "-i", "color=c=red:s=64x64:d=1", "-map", "0:a", "-map", "1:v", "-frames:v", "1"];
    const more = [...cover, "-c:v", "mjpeg", "-disposition:v", "attached_pic"];
    expect((await send(await newCampaign(), "spot.mp3", testTone("mp3", { more }))).status).toBe(200);
  });

  test("is refused for a campaign of another type, and without ffmpeg", needs("ffmpeg"), async () => {
    const display = await newCampaign({ type: "display" });
    expect((await send(display, "spot.mp3", testTone("mp3"))).status).toBe(409);
    const { config } = stack.platform;
    const installed = config.ffmpegPath;
    config.ffmpegPath = "/nowhere/ffmpeg";
    const path = await newCampaign();
    const refused = await send(path, "spot.mp3", Buffer.from("x"));
    expect([refused.status, refused.body.code]).toEqual([409, "converter_missing"]);
    expect((await anna.get(`${path}/audio`)).body.converter_note).toContain("ffmpeg");
    config.ffmpegPath = installed;
  });
});

test("a spot is for those who may edit its campaign", needs("ffmpeg"), async () => {
  const path = await newCampaign();
  const body = testTone("mp3");
  await send(path, "spot.mp3", body);
  const stranger = await stack.signIn("customer");
  const calls = (client: TestClient) => [
    client.get(`${path}/audio`),
    client.get(`${path}/audio/128.mp3`),
    send(path, "spot.mp3", body, client),
    client.patch(`${path}/audio`, { transcript: "mine" }),
    client.delete(`${path}/audio`),
  ];
  for (const call of calls(stranger)) expect((await call).status).toBe(403);
  const accountant = await stack.signIn("accountant");
  for (const call of calls(accountant)) expect((await call).status).toBe(403);
  expect((await stack.visitor().get(`${path}/audio/128.mp3`)).status).toBe(401);
  for (const role of ["super_admin", "admin", "tech_admin", "campaign_manager"] as const) {
    expect((await (await stack.signIn(role)).get(`${path}/audio`)).status).toBe(200);
  }
  expect((await anna.get("/user-campaigns/999999/audio")).status).toBe(404);
});
