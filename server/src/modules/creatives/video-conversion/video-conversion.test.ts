import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { outputOf } from "@litfass/platform/command/execute";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { needs } from "../../../../../tests/support/needs.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { claimNextVideo, convertJob } from "./convert-video.ts";
import { probeVideo } from "./ffmpeg.ts";
import { clipWithoutPictures, formWith, testClip } from "./test-clip.ts";
import { findVideo } from "./video-sql.ts";

// Allows for conversion at low priority on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stack: Stack;
let tech: Awaited<ReturnType<Stack["signIn"]>>;
const webDist = mkdtempSync(path.join(os.tmpdir(), "litfass-web-"));
beforeAll(async () => {
  await writeFile(path.join(webDist, "index.html"), '<!doctype html><div id="app"></div>');
  stack = await startStack({ webDist });
  tech = await stack.signIn("tech_admin");
});
afterAll(async () => {
  await stack.close();
  rmSync(webDist, { recursive: true });
});

const send = (name: string, body: Buffer) => {
  const form = formWith(name, body);
  return tech.post("/media-converter", form.payload, form.headers);
};

test("[PAGE-014] [API-OTHER-003] the converter's list is for super admins and tech admins", async () => {
  for (const role of ["super_admin", "tech_admin"] as const) {
    expect((await (await stack.signIn(role)).get("/media-converter")).status).toBe(200);
  }
  for (const role of ["customer", "admin", "campaign_manager"] as const) {
    expect((await (await stack.signIn(role)).get("/media-converter")).status).toBe(403);
  }
});

test("[PAGE-013] [PAGE-014] the converter's page is the web app for super admins and tech admins, and denied to others", async () => {
  const html = { accept: "text/html" };
  for (const role of ["super_admin", "tech_admin"] as const) {
    const page = await (await stack.signIn(role)).get("//media-converter", html);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('id="app"')]);
  }
  for (const role of ["customer", "admin", "campaign_manager"] as const) {
    expect((await (await stack.signIn(role)).get("//media-converter", html)).status).toBe(403);
  }
  const signedOut = await stack.visitor().get("//media-converter", html);
  expect([signedOut.status, signedOut.headers.location]).toEqual([302, "/login?next=%2Fmedia-converter"]);
});

test("without ffmpeg the list says what to install, and uploads are rejected at once", async () => {
  const { config } = stack.platform;
  const installed = config.ffmpegPath;
  config.ffmpegPath = "/nowhere/ffmpeg";
  try {
    const { body } = await tech.get("/media-converter");
    expect(body.converter).toEqual({ installed: false, note: expect.stringContaining("ffmpeg") });
    const upload = await tech.post("/media-uploads", { name: "a.mp4", size_bytes: 10 });
    expect([upload.status, upload.body.code]).toEqual([409, "converter_missing"]);
  } finally {
    config.ffmpegPath = installed;
  }
});

test(
  "[FIELD-VID-001] [FIELD-VID-002] [FIELD-VID-003] [API-OTHER-004] a mov becomes H.264 files and a poster",
  needs("ffmpeg"),
  async () => {
    expect((await send("notes.mp4", Buffer.from("This is a text, whatever its name says.".repeat(20)))).status).toBe(
      422,
    );
    const started = await send("Our clip.mov", testClip("mov"));
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({
      id: expect.any(Number),
      source_file: "Our clip.mov",
      source_type: "mov",
      target_format: "mp4",
      width: 1280,
      height: 720,
      status: "queued",
      result_file: null,
      error: null,
    });
    expect(started.body.duration).toBeCloseTo(2, 0);
    await stack.platform.jobs.drain(convertJob);
    const list = await tech.get("/media-converter");
    const done = list.body.data.find(({ id }: { id: number }) => id === started.body.id);
    expect(done).toMatchObject({ status: "done", progress: 100, error: null });
    expect(done.renditions.map(({ width, height }: { width: number; height: number }) => `${width}x${height}`)).toEqual(
      ["1280x720", "640x360", "426x240"],
    );
    expect(done.result_file).toBe(`/api/v1/media-converter/${done.id}/files/720.mp4`);
    for (const { name, width, height } of done.renditions) {
      const file = await tech.get(`/media-converter/${done.id}/files/${name}`);
      expect([file.status, file.headers["content-type"]]).toEqual([200, "video/mp4"]);
      const saved = path.join(stack.platform.config.dataDir, name);
      await writeFile(saved, file.bytes);
      expect(await probeVideo("ffmpeg", saved)).toMatchObject({ width, height });
      expect(file.bytes.includes("avc1")).toBe(true);
    }
    const poster = await tech.get(done.poster.replace("/api/v1", ""));
    expect(poster.headers["content-type"]).toBe("image/jpeg");
    const part = await tech.get(`/media-converter/${done.id}/files/720.mp4`, { range: "bytes=10-19" });
    expect([part.status, part.bytes.length]).toEqual([206, 10]);
    expect(part.headers["content-range"]).toMatch(/^bytes 10-19\/\d+$/);
  },
);

test("a large mp4 gets 1920x1080; a .webm with other content is rejected", needs("ffmpeg"), async () => {
  const started = await send("wide.mp4", testClip("mp4", { seconds: 1, size: "1920x1080" }));
  expect(started.body).toMatchObject({ width: 1920, height: 1080 });
  expect((await send("clip.webm", testClip("webm", { seconds: 1 }))).status).toBe(201);
  const broken = Buffer.from(testClip("mp4"));
  expect((await send("half.mp4", broken.subarray(0, 600))).status).toBe(422);
});

test("a truncated file or one without video fails with the reason", needs("ffmpeg"), async () => {
  const whole = testClip("webm", { seconds: 6 });
  const { body: cut } = await send("cut.webm", whole.subarray(0, whole.length / 2));
  expect(cut.duration).toBeCloseTo(6, 0);
  const { body: empty } = await send("empty.mp4", clipWithoutPictures());
  await stack.platform.jobs.drain(convertJob);
  const { data } = (await tech.get("/media-converter?per_page=100")).body;
  const shown = (id: number) => data.find((row: { id: number }) => row.id === id);
  expect(shown(cut.id)).toMatchObject({
    status: "failed",
    renditions: [],
    can_retry: false,
    error: "The file is not complete: it ends earlier than its length says. Export it again and upload it again.",
  });
  expect(shown(empty.id)).toMatchObject({
    status: "failed",
    can_retry: false,
    error: expect.stringContaining("could not be read"),
  });
});

test("[API-OTHER-005] a conversion can be renamed; only a failed one can be requeued", needs("ffmpeg"), async () => {
  const { body } = await send("b.mp4", testClip("mp4", { seconds: 1 }));
  const renamed = await tech.patch(`/media-converter/${body.id}`, { name: "Spring video" });
  expect([renamed.status, renamed.body.name]).toEqual([200, "Spring video"]);
  expect((await tech.patch("/media-converter/999999", { name: "x" })).status).toBe(404);
  expect((await tech.patch(`/media-converter/${body.id}`, { status: "queued" })).status).toBe(409);
  expect((await tech.patch(`/media-converter/${body.id}`, { colour: "red" })).status).toBe(422);
});

test(
  "one conversion runs at a time; an interrupted one restarts and fails after three attempts",
  needs("ffmpeg"),
  async () => {
    const { db, jobs } = stack.platform;
    const actor = { kind: "job", name: convertJob } as const;
    const claim = async () =>
      outputOf(await stack.app.services.execute(claimNextVideo, { actor, input: null, lang: "en" }));
    await jobs.drain(convertJob);
    const first = await send("first.mp4", testClip("mp4", { seconds: 1 }));
    await send("second.mp4", testClip("mp4", { seconds: 1 }));
    expect((await claim())?.id).toBe(first.body.id);
    expect(await claim()).toBeNull();
    for (let time = 2; time <= 3; time++) {
      stack.clock.advance(61_000);
      expect(await claim()).toMatchObject({ id: first.body.id, attempts: time });
    }
    stack.clock.advance(61_000);
    await jobs.drain(convertJob);
    expect(await findVideo(db, first.body.id)).toMatchObject({ status: "failed", error: "interrupted" });
    const listed = await tech.get("/media-converter?status=failed", { "accept-language": "de" });
    expect(listed.body.data[0].error).toContain("dreimal unterbrochen");
    expect(listed.body.data[0].can_retry).toBe(true);
    const again = await tech.patch(`/media-converter/${first.body.id}`, { status: "queued" });
    expect(again.body).toMatchObject({ status: "queued", error: null });
    await jobs.drain(convertJob);
    expect(await findVideo(db, first.body.id)).toMatchObject({ status: "done" });
  },
);

test("receives a chunked upload from its owner only", needs("ffmpeg"), async () => {
  const clip = testClip("mp4", { seconds: 1 });
  const opened = await tech.post("/media-uploads", { name: "clip.mp4", size_bytes: clip.length });
  expect(opened.body).toMatchObject({ chunks: 1, received: [] });
  const path = `/media-uploads/${opened.body.uuid}`;
  expect((await tech.post("/media-converter", { upload: opened.body.uuid })).status).toBe(409);
  const short = formWith("blob", clip.subarray(1));
  expect((await tech.put(`${path}/0`, short.payload, short.headers)).status).toBe(422);
  const whole = formWith("blob", clip);
  const stranger = await stack.signIn("customer");
  expect((await stranger.put(`${path}/0`, whole.payload, whole.headers)).status).toBe(404);
  expect((await tech.put(`${path}/0`, whole.payload, whole.headers)).body.received).toEqual([0]);
  expect((await tech.get(path)).body.received).toEqual([0]);
  expect((await tech.post("/media-converter", { upload: opened.body.uuid })).status).toBe(201);
  expect((await tech.get(path)).status).toBe(404);
  const tooLarge = await tech.post("/media-uploads", { name: "x.mp4", size_bytes: 500 * 1024 * 1024 + 1 });
  expect(tooLarge.status).toBe(422);
});
