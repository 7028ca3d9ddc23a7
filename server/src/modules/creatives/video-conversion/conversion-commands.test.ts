import { auditEntries } from "@litfass/platform/audit/audit";
import { type Actor, userActor } from "@litfass/platform/command/actor";
import { outputOf } from "@litfass/platform/command/execute";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { claimNextVideo, finishConversion, requeueConversion } from "./convert-video.ts";
import { type CheckedVideo, startConversion } from "./start-conversion.ts";
import { discardUpload, openUpload } from "./upload.ts";
import { findUpload } from "./upload-sql.ts";
import { findVideo } from "./video-sql.ts";

let stack: Stack;
let tech: TestClient;
const user = { uid: "video-tech", role: "tech_admin" } as const;
const person = userActor({ ...user, reach: "all", lang: "en" });
const job: Actor = { kind: "job", name: "media.convert" };

beforeAll(async () => {
  stack = await startStack();
  tech = await stack.signIn(user);
});
afterAll(() => stack?.close());

const video = (name: string, isUpload = false): CheckedVideo => ({
  uuid: stack.platform.random.id(),
  name,
  sizeBytes: 1000,
  chunks: 1,
  facts: { type: "mp4", format: "mov,mp4,m4a,3gp,3g2,mj2", width: 1280, height: 720, durationMs: 4000 },
  isUpload,
});
const start = async (input: CheckedVideo) =>
  outputOf(await stack.app.services.execute(startConversion, { actor: person, input, lang: "en" }));
const claim = async () =>
  outputOf(await stack.app.services.execute(claimNextVideo, { actor: job, input: null, lang: "en" }));

test("audits each step of a conversion with the user or job that made it", async () => {
  const { id } = await start(video("bike.mp4"));
  expect((await claim())?.id).toBe(id);
  expect(await claim()).toBeNull();
  await stack.app.services.execute(requeueConversion, { actor: job, input: { id }, lang: "en" });
  expect(await claim()).toMatchObject({ id, attempts: 2 });
  const failed = { id, result: { error: "interrupted" } } as const;
  await stack.app.services.execute(finishConversion, { actor: job, input: failed, lang: "en" });
  expect((await tech.patch(`/media-converter/${id}`, { name: "Bike", status: "queued" })).status).toBe(200);
  expect(await findVideo(stack.platform.db, id)).toMatchObject({ name: "Bike", status: "queued", error: null });
  expect((await tech.patch(`/media-converter/${id}`, { status: "queued" })).status).toBe(409);

  const entries = await stack.platform.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectType, "video_conversion"), eq(auditEntries.subjectId, String(id))))
    .orderBy(asc(auditEntries.id));
  expect(entries.map(({ command, actorUid, actorName }) => [command, actorUid ?? actorName])).toEqual([
    ["media.start_conversion", user.uid],
    ["media.claim_video", "media.convert"],
    ["media.requeue_conversion", "media.convert"],
    ["media.claim_video", "media.convert"],
    ["media.finish_conversion", "media.convert"],
    ["media.change_video", user.uid],
    ["media.change_video", user.uid],
  ]);
  expect(entries[6]?.changes).toEqual([{ field: "status", before: "failed", after: "queued" }]);
});

test("an upload is used by only one conversion, and discarding it twice changes nothing", async () => {
  const { execute } = stack.app.services;
  const file = { name: "clip.mp4", size_bytes: 1000 };
  const open = async () => outputOf(await execute(openUpload, { actor: person, input: file, lang: "en" }));
  const used = { ...video("clip.mp4", true), uuid: (await open()).uuid };
  await start(used);
  await expect(start(used)).rejects.toMatchObject({ kind: "not_found" });
  const { uuid } = await open();
  for (let time = 1; time <= 2; time++) {
    await execute(discardUpload, {
      actor: { kind: "job", name: "media.forget-uploads" },
      input: { uuid, chunks: 1 },
      lang: "en",
    });
  }
  expect(await findUpload(stack.platform.db, user.uid, uuid)).toBeNull();
});
