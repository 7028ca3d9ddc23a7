import { auditEntries } from "@litfass/platform/audit/audit";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignSettings, createDraft } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { picture, sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
const uuid = "00000000-0000-4000-8000-00000000000a";
const hash = "a".repeat(40);

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-linked", role: "customer" });
});
afterAll(() => stack?.close());

const pathOf = (id: number) => `/user-campaigns/${id}/preview-link`;
async function linkOf(id: number, days = 7): Promise<string> {
  const { status, body } = await anna.post(pathOf(id), { days });
  expect(status).toBe(200);
  return new URL(body.url).pathname;
}
const open = (path: string) => stack.visitor().get(`/${path}`);
const framesIn = (page: string) => [...page.matchAll(/<iframe[^>]* src="([^"]+)"/g)].map(([, src = ""]) => src);

test("a link shows every banner and the native ad to visitors, and counts nothing", async () => {
  const id = await createDraft(stack, anna, { name: "Secret name" });
  expect((await anna.get(pathOf(id))).body).toEqual({ link: null });
  const path = await linkOf(id);
  const page = await open(path);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    "cache-control": "private, no-store",
    "x-robots-tag": expect.stringContaining("noindex"),
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'nonce-/),
  });
  expect(page.text).not.toContain("Secret name");
  expect(page.text).toContain("Native ad");
  expect(page.text).toContain(`href="${campaignSettings.destination_url}"`);

  const frames = framesIn(page.text);
  expect(frames).toHaveLength(5);
  for (const frame of frames) {
    const banner = await open(frame);
    expect(banner.status).toBe(200);
    expect(banner.headers["content-security-policy"]).toMatch(/^sandbox allow-scripts/);
    // A click leads straight to the link, past the ad server, which would count it.
    expect(banner.text).toContain(campaignSettings.destination_url);
    expect(banner.text).not.toContain("/c?");
  }
});

test("a link opens until it expires or is revoked, and only as it was signed", async () => {
  const id = await createDraft(stack, anna, { name: "Ends" });
  const path = await linkOf(id, 1);
  expect(await linkOf(id, 7)).toBe(path);
  expect((await anna.post(pathOf(id), { days: 400 })).status).toBe(422);

  const start = stack.platform.clock.now();
  stack.clock.set(new Date(start.getTime() + 6.9 * 86_400_000));
  expect((await open(path)).status).toBe(200);
  stack.clock.set(new Date(start.getTime() + 7.1 * 86_400_000));
  const [frame = ""] = framesIn((await open(path)).text);
  expect((await open(path)).status).toBe(404);
  expect(frame).toBe("");
  stack.clock.set(start);

  const forged = path.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect((await open(forged)).status).toBe(404);
  expect((await open("/creatives/preview/nonsense")).status).toBe(404);
  expect((await open(`${path}/${uuid}`)).status).toBe(404);

  expect((await anna.delete(pathOf(id))).status).toBe(204);
  expect((await anna.get(pathOf(id))).body).toEqual({ link: null });
  expect((await open(path)).text).toContain("This link no longer works");
  const renewed = await linkOf(id);
  expect(renewed).not.toBe(path);
  expect((await open(path)).status).toBe(404);

  await stack.platform.db.execute(sql`update campaigns set status = 'ARCHIVED' where id = ${id}`);
  expect((await open(renewed)).status).toBe(404);
});

test("a link ends when its owner may no longer sign in", async () => {
  const eve = await stack.signIn({ uid: "eve-linked", role: "customer" });
  const { body } = await eve.post("/user-campaigns", { name: "Eve" });
  const path = new URL((await eve.post(pathOf(body.id), { days: 1 })).body.url).pathname;
  expect((await open(path)).text).toContain("This campaign has no ads yet.");
  await stack.platform.db.execute(sql`update users set status = 3 where uid = 'eve-linked'`);
  expect((await open(path)).status).toBe(404);
});

test("others' campaigns have no link, and each change is audited", async () => {
  const id = await createDraft(stack, anna, { name: "Mine" });
  const ben = await stack.signIn({ uid: "ben-linked", role: "customer" });
  for (const answer of [
    await ben.get(pathOf(id)),
    await ben.post(pathOf(id), { days: 1 }),
    await ben.delete(pathOf(id)),
  ])
    expect(answer.status).toBe(403);
  await linkOf(id);
  await anna.delete(pathOf(id));
  const entries = await stack.platform.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, String(id)));
  const commands = entries.map(({ command }) => command).filter((name) => name?.includes("preview_link"));
  expect(commands.sort()).toEqual(["creatives.create_preview_link", "creatives.revoke_preview_link"]);
});

test("uploaded banners are shown from the ads origin only", async () => {
  const { body: draft } = await anna.post("/user-campaigns", { name: "Own" });
  const file = [{ name: "box.png", body: await picture(300, 250) }];
  const sent = await sendForm(anna, "post", `/user-creatives/${draft.id}/own-banners`, {}, { file });
  await anna.put(`/user-campaigns/${draft.id}/creative-ids`, { creative_ids: [sent.body.banner.creative] });
  const [frame = ""] = framesIn((await open(await linkOf(draft.id))).text);
  const banner = await open(frame);
  expect(banner.text).toContain(`<img src="${stack.platform.config.adsUrl}/ad/`);
  expect(banner.text).toContain("?preview=");
  const html = sql`update creative_items set kind = 'html' where creative_uuid = ${frame.split("/").at(-1)}`;
  await stack.platform.db.execute(html);
  const document = await open(frame);
  expect([document.status, String(document.headers.location).startsWith(stack.platform.config.adsUrl)]).toEqual([
    302,
    true,
  ]);
});

test("a spot plays with its transcript, and the video of a VAST tag is linked", async () => {
  const { body: spot } = await anna.post("/user-campaigns", { name: "Spot", type: "audio" });
  const files = JSON.stringify([{ name: "128.mp3", type: "audio/mpeg", kbps: 128, bytes: 3, hash }]);
  await stack.platform.db.execute(sql`
    insert into audio_spots (campaign_id, creative_uuid, source_file, source_type, source_bytes, source_kbps,
      source_loudness, loudness, duration_ms, waveform, files, transcript, created_at)
    values (${spot.id}, ${uuid}, 'a.mp3', 'mp3', 3, 128, -20, -16, 6000, '{1}', ${files}, 'Fresh & warm', now())`);
  const heard = (await open(await linkOf(spot.id))).text;
  expect(heard).toContain(`<source src="${stack.platform.config.adsUrl}/ad/${hash}.mp3?preview=`);
  expect(heard).toContain("Fresh &amp; warm");

  const { body: video } = await anna.post("/user-campaigns", { name: "Film", type: "video" });
  const media = [
    { url: "https://media.example/a.mp4?x=1&y=2", type: "video/mp4", width: 1280, height: 720, kbps: 900 },
  ];
  const answer = { version: "4.2", wrappers: 0, hosts: [], ad_system: "", duration: 6, media, click_host: "" };
  await stack.platform.db.execute(sql`
    insert into vast_tags (campaign_id, creative_uuid, url, duration_seconds, width, height, answer, changed_at, checked_at, next_at)
    values (${video.id}, ${uuid}, 'https://vast.example/t', 6, 1280, 720, ${JSON.stringify(answer)}, now(), now(), now())`);
  expect((await open(await linkOf(video.id))).text).toContain('href="https://media.example/a.mp4?x=1&amp;y=2"');
});
