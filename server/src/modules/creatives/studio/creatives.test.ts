import { readFileSync } from "node:fs";
import path from "node:path";
import { bannerMaxBytes, CLICK_PLACEHOLDER } from "@litfass/contract/creatives/banner-fields";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { formats } from "@litfass/contract/kernel/formats";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { chooseCreatives, copyCreatives, creativesReadiness } from "../index.ts";
import { templateNames } from "../library/template-kit.ts";
import { renderCampaignCreatives } from "../rendering/render-campaign-creatives.ts";
import { addCampaign } from "./testing-campaign-sql.ts";

let stack: Stack;
let anna: TestClient;
let ben: TestClient;
let groups: CreativeGroup[];
const named = (name: string): CreativeGroup => groups.find((group) => group.name === name) as CreativeGroup;
const logoSvg = readFileSync(path.join(import.meta.dirname, "../templates/art/logo-hotel.svg"));

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-1", role: "customer" });
  groups = (await anna.get("/user-creatives")).body;
});
afterAll(() => stack?.close());

/** A campaign of anna's with all creatives of a group. */
async function campaignWith(group: CreativeGroup | null): Promise<number> {
  const id = await addCampaign(stack.platform.db, "anna-1", group?.uuid ?? null);
  const uuids = group?.creatives.map(({ uuid }) => uuid) ?? [];
  await stack.platform.db.transaction((tx) => chooseCreatives(tx, id, uuids));
  return id;
}

async function upload(client: TestClient, campaign: number, kind: string, file: Buffer) {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", new Blob([new Uint8Array(file)]), "C:\\pictures\\bild.png");
  const request = new Response(form);
  const type = request.headers.get("content-type") ?? "";
  return client.post(`/user-creatives/${campaign}/images`, Buffer.from(await request.arrayBuffer()), {
    "content-type": type,
  });
}

const texts = {
  title: "Winter, wie er sein soll",
  description: "Drei Nächte in Davos.",
  button_text: "Zimmer sichern",
};

test("[RULE-009] every standard group offers exactly the five basic formats", async () => {
  expect(groups).toHaveLength(templateNames.length);
  expect(groups.length).toBeGreaterThanOrEqual(24);
  for (const group of groups) {
    expect(group.creatives.map((creative) => creative.format)).toEqual([...formats]);
    expect(group.creatives.every((creative) => creative.type === "html5")).toBe(true);
  }
  const german = await anna.get("/user-creatives", { "accept-language": "de" });
  expect(german.status).toBe(200);
});

test("[API-UCRE-001] [API-UCRE-002] toggling adds a creative to the favorites, toggling again removes it", async () => {
  const [creative] = named("Voice").creatives;
  const first = await anna.post("/user-creatives/favorites", { creative_id: creative?.uuid });
  expect(first.body).toMatchObject({ is_favorite: true, creative_group: named("Voice").uuid });
  const index: CreativeGroup[] = (await anna.get("/user-creatives")).body;
  expect(index[0]).toMatchObject({ name: "Voice", is_favorite: true });
  expect(index[0]?.creatives.every((one) => one.is_favorite)).toBe(true);
  expect(index[1]?.is_favorite).toBe(false);
  expect((await ben.get("/user-creatives")).body[0].is_favorite).toBe(false);
  const second = await anna.post("/user-creatives/favorites", { creative_id: named("Voice").uuid });
  expect(second.body.is_favorite).toBe(false);
  const unknown = "5a7f0000-0000-4000-8000-0000000000ff";
  expect((await anna.post("/user-creatives/favorites", { creative_id: unknown })).status).toBe(404);
});

test("[API-UCRE-003] [API-UCRE-004] six chosen favorites keep their order, a seventh is rejected", async () => {
  const six = ["Signet", "Offer", "Poster", "Date", "Split", "Voice"].map((name) => named(name).uuid);
  const stored = await ben.post("/user-creatives/favorites/selected", { creative_ids: six });
  expect(stored.body.map((group: CreativeGroup) => group.uuid)).toEqual(six);
  const again = [...six].reverse();
  await ben.post("/user-creatives/favorites/selected", { creative_ids: again });
  const read: CreativeGroup[] = (await ben.get("/user-creatives/favorites/selected")).body;
  expect(read.map((group) => group.uuid)).toEqual(again);
  expect(read.map((group) => group.favorite_position)).toEqual([1, 2, 3, 4, 5, 6]);
  const seven = groups.slice(0, 7).map((group) => group.uuid);
  expect((await ben.post("/user-creatives/favorites/selected", { creative_ids: seven })).status).toBe(422);
  expect((await anna.get("/user-creatives/favorites/selected")).body).toEqual([]);
});

test("[API-CREA-002] the creatives of a campaign start with the caller's favorites in their order", async () => {
  const chosen = ["Date", "Cut-out"].map((name) => named(name).uuid);
  await anna.post("/user-creatives/favorites/selected", { creative_ids: chosen });
  const answer = await anna.post("/creatives/campaign-creatives", { dimensions: ["300x250"], type: "display" });
  const list: CreativeGroup[] = answer.body;
  expect(list.slice(0, 2).map((group) => group.name)).toEqual(["Date", "Cut-out"]);
  expect(list).toHaveLength(templateNames.length);
  expect(list.every((group) => group.creatives.length === 1)).toBe(true);
});

test("[API-CREA-001] lists a campaign's creatives by group with the chosen ones marked; another user's campaign returns 403", async () => {
  const id = await campaignWith(named("Split"));
  const { body } = await anna.post("/creatives/campaign-creatives", { campaign_id: id });
  const marked = (body as CreativeGroup[]).filter((group) => group.creatives.some((one) => one.is_selected));
  expect(marked.map((group) => group.name)).toEqual(["Split"]);
  expect((await ben.post("/creatives/campaign-creatives", { campaign_id: id })).status).toBe(403);
  expect((await anna.post("/creatives/campaign-creatives", { campaign_id: 987_654 })).status).toBe(404);
});

test("[API-UCRE-006] the forms name every creative's fields and limits; another customer gets 403", async () => {
  const id = await campaignWith(named("Panorama"));
  const { body } = await anna.get(`/user-creatives/${id}/forms`);
  expect(body.forms.map((form: { format: string }) => form.format)).toEqual([...formats]);
  const fields = Object.fromEntries(body.forms[0].fields.map((field: { name: string }) => [field.name, field]));
  expect(fields.title).toMatchObject({ max_length: 30, required: true });
  expect(fields.description).toMatchObject({ max_length: 90 });
  expect(fields.images).toMatchObject({ max_files: 4, max_side: 1500, required: true });
  expect((await ben.get(`/user-creatives/${id}/forms`)).status).toBe(403);
});

test("[API-UCRE-008] previews show saved values in every format, and a title of 31 characters is rejected", async () => {
  const group = named("Poster");
  const id = await campaignWith(group);
  const [first, second] = group.creatives;
  const target = `/user-creatives/${id}/${group.uuid}/${first?.uuid}`;
  const saved = await anna.post(target, { ...texts, background_color: "#12AB34", button_color: "#fedcba" });
  expect(saved.status).toBe(200);
  expect(saved.body.values).toMatchObject({ ...texts, background_color: "#12ab34" });
  const preview = await anna.get(`//creatives/iframe/${id}/${group.uuid}/${second?.uuid}`);
  expect(preview.text).toContain(texts.title);
  expect(preview.text).toContain("--bg:#12ab34");
  expect((await anna.post(target, { title: "x".repeat(31) })).status).toBe(422);
  expect((await ben.post(target, texts)).status).toBe(403);
});

test("[RULE-001] [RULE-002] [CONST-030] titles of 30 and descriptions of 90 characters are accepted, one more is not", async () => {
  const group = named("Poster");
  const path = `/user-creatives/${await campaignWith(group)}/${group.uuid}`;
  const longest = { title: "t".repeat(30), description: "d".repeat(90), button_text: "b".repeat(28) };
  expect((await anna.put(path, longest)).status).toBe(200);
  for (const [field, length] of [
    ["title", 31],
    ["description", 91],
    ["button_text", 29],
  ] as const) {
    const refused = await anna.put(path, { [field]: "x".repeat(length) });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  }
  expect((await anna.put(path, { background_color: "red" })).status).toBe(422);
});

test("[FIELD-CREA-005] [API-UCRE-007] uploaded logo and image load, and missing fields are listed until all are filled", async () => {
  const group = named("Panorama");
  const id = await campaignWith(group);
  const missing = (answer: { body: { missing: { field: string }[] } }) => answer.body.missing.map(({ field }) => field);
  const empty = await anna.get(`/user-creatives/${id}/filled-validation`);
  expect(empty.body).toMatchObject({ filled: false, chosen: 5 });
  expect(missing(empty)).toEqual(["logo", "title", "description", "button_text", "images"]);

  const photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: "#3377aa" } })
    .jpeg()
    .toBuffer();
  const logo = await upload(anna, id, "logo", logoSvg);
  const image = await upload(anna, id, "image", photo);
  expect(logo.status).toBe(201);
  expect(image.body).toMatchObject({ width: 900, height: 500, name: "bild.png" });
  const loaded = await anna.get(image.body.url.replace("/api/v1", ""));
  expect(loaded.headers["content-type"]).toBe("image/webp");
  expect((await sharp(loaded.bytes).metadata()).width).toBe(900);
  expect((await ben.get(image.body.url.replace("/api/v1", ""))).status).toBe(403);

  const crops = { "728x90": { x: 0.1, y: 0.9, zoom: 1.5 } };
  const images = [{ uuid: image.body.uuid, focus: { x: 0.25, y: 0.75 }, crops }];
  const path = `/user-creatives/${id}/${group.uuid}`;
  await anna.put(path, { title: texts.title, description: texts.description, button_text: texts.button_text });
  await anna.put(path, { logo: logo.body.uuid, images });
  expect((await anna.get(`/user-creatives/${id}/forms`)).body.values.images[0]).toMatchObject(images[0] ?? {});
  const full = await anna.get(`/user-creatives/${id}/filled-validation`);
  expect(full.body).toEqual({ filled: true, chosen: 5, missing: [] });
  expect(await creativesReadiness(stack.platform.db, id, "de")).toEqual({ chosen: 5, unfilled: [] });
  await anna.put(path, { title: "" });
  expect(missing(await anna.get(`/user-creatives/${id}/filled-validation`))).toEqual(["title"]);
  expect(await creativesReadiness(stack.platform.db, id, "de")).toEqual({ chosen: 5, unfilled: ["Titel"] });
});

test("[RULE-003] an oversized image returns 422 with its message", async () => {
  const id = await campaignWith(named("Panorama"));
  const wide = await sharp({ create: { width: 1600, height: 200, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const refused = await upload(anna, id, "image", wide);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.file).toEqual(["The image size should be smaller than 1500 x 1500 px."]);
  expect((await upload(ben, id, "image", wide)).status).toBe(403);
});

test("a campaign accepts only its own images, at most four, and no changes after its end", async () => {
  const group = named("Panorama");
  const [id, other] = [await campaignWith(group), await campaignWith(group)];
  const { uuid } = (await upload(anna, other, "logo", logoSvg)).body;
  const path = `/user-creatives/${id}/${group.uuid}`;
  expect((await anna.put(path, { logo: uuid })).status).toBe(422);
  const image = { uuid, focus: { x: 0, y: 0 } };
  expect((await anna.put(path, { images: [image] })).body.errors).toHaveProperty(["images.0.uuid"]);
  expect((await anna.put(path, { images: [image, image, image, image, image] })).body.errors.images).toEqual([
    "Too many files",
  ]);
  const chosenFromTwo = [named("Poster"), group].map((one) => one.creatives[0]?.uuid ?? "");
  await expect(stack.platform.db.transaction((tx) => chooseCreatives(tx, id, chosenFromTwo))).rejects.toMatchObject({
    status: 422,
  });
  await stack.platform.db.execute(sql`update campaigns set status = 'ARCHIVED' where id = ${id}`);
  expect((await anna.put(path, texts)).status).toBe(409);
  expect((await upload(anna, id, "logo", logoSvg)).status).toBe(409);
});

test("[PAGE-003] the preview page shows the campaign's content in a sandbox, to its owner only", async () => {
  const group = named("Signet");
  const id = await campaignWith(group);
  const logo = await upload(anna, id, "logo", logoSvg);
  await anna.put(`/user-creatives/${id}/${group.uuid}`, { ...texts, logo: logo.body.uuid });
  const path = `//creatives/iframe/${id}/${group.uuid}/${group.creatives[3]?.uuid}`;
  const page = await anna.get(path);
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.text).toContain(texts.title);
  expect(page.text).toContain("data:image/webp;base64,");
  expect(page.text).toContain('var clickTag = "https://www.example.ch/winter"');
  expect(page.headers["content-security-policy"]).toMatch(/^sandbox allow-scripts allow-popups .*default-src 'none'/);
  expect(page.headers["content-security-policy"]).not.toContain("allow-same-origin");
  expect((await ben.get(path)).status).toBe(403);
  expect((await stack.visitor().get(path)).status).toBe(401);
  expect((await anna.get(`//creatives/iframe/${id}/${group.uuid}/${named("Poster").creatives[0]?.uuid}`)).status).toBe(
    404,
  );
});

test("template cards show samples to everyone, and the bundle is enough to render one in a browser", async () => {
  const group = named("Offer");
  const card = await stack.visitor().get(`/${group.creatives[0]?.preview_url}?lang=en&still=1`);
  expect(card.text).toContain("Sunday loaf");
  expect(card.text).toContain("animation:none!important");
  const bundle = await stack.visitor().get("/creatives/templates/offer");
  expect(Object.keys(bundle.body.fonts)).toEqual(["ArchivoText", "Figtree"]);
  expect(bundle.body.source).toContain("{{title}}");
  expect((await stack.visitor().get("/creatives/templates/nothing")).status).toBe(404);
  expect((await stack.visitor().get("//creatives/frame")).headers["content-security-policy"]).toContain("sandbox");
});

test("[PAGE-004] describes a creative as well-formed XML", async () => {
  const creative = named("Poster").creatives[3];
  const answer = await stack.visitor().get(`//creatives/${creative?.uuid}.xml`);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toContain("application/xml");
  expect(answer.text).toContain(`<creative id="${creative?.id}" uuid="${creative?.uuid}" type="html5">`);
  expect(answer.text).toContain('<dimensions width="300" height="250"/>');
  expect((await stack.visitor().get("//creatives/5a7f0000-0000-4000-8000-0000000000ff.xml")).status).toBe(404);
});

test("publishing renders every format once, with the click placeholder and within the weight limit", async () => {
  const group = named("Panorama");
  const id = await campaignWith(group);
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const leaves = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: "#777", noise } })
    .jpeg()
    .toBuffer();
  const logo = await upload(anna, id, "logo", leaves.subarray(0));
  const image = await upload(anna, id, "image", leaves);
  const images = [{ uuid: image.body.uuid, focus: { x: 0.5, y: 0.5 } }];
  await anna.put(`/user-creatives/${id}/${group.uuid}`, { ...texts, logo: logo.body.uuid, images });
  const { db } = stack.platform;
  const published = await db.transaction((tx) => renderCampaignCreatives(tx, id));
  expect(published.map((creative) => creative.format)).toEqual([...formats]);
  const again = await db.transaction((tx) => renderCampaignCreatives(tx, id));
  expect(again).toEqual(published);
  for (const { fileHash } of published) {
    const { rows } = await db.execute<{ body: Buffer }>(sql`select body from ad_files where hash = ${fileHash}`);
    const html = rows[0]?.body.toString() ?? "";
    expect(html.length).toBeLessThan(bannerMaxBytes);
    expect(html).toMatch(/var clickTag = "[^"]+"/);
    expect(html).not.toContain("example.ch");
  }
  expect(CLICK_PLACEHOLDER).toMatch(/^https:\/\//);
}, 30_000);

test("a copy has its own images and the same texts", async () => {
  const group = named("Panorama");
  const id = await campaignWith(group);
  const logo = await upload(anna, id, "logo", logoSvg);
  await anna.put(`/user-creatives/${id}/${group.uuid}`, { ...texts, logo: logo.body.uuid });
  const copy = await addCampaign(stack.platform.db, "anna-1", group.uuid);
  await stack.platform.db.transaction((tx) => copyCreatives(tx, id, copy));
  const { body } = await anna.get(`/user-creatives/${copy}/forms`);
  expect(body.values).toMatchObject(texts);
  expect(body.forms).toHaveLength(5);
  expect(body.values.logo.uuid).not.toBe(logo.body.uuid);
  expect((await anna.get(body.values.logo.url.replace("/api/v1", ""))).status).toBe(200);
});

test("removes unused uploads beyond the limit and keeps used ones", async () => {
  const group = named("Panorama");
  const id = await campaignWith(group);
  const used = await upload(anna, id, "logo", logoSvg);
  await anna.put(`/user-creatives/${id}/${group.uuid}`, { logo: used.body.uuid });
  const tiny = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  for (let count = 0; count < 24; count++) {
    stack.clock.advance(1000);
    expect((await upload(anna, id, "image", tiny)).status).toBe(201);
  }
  const { rows } = await stack.platform.db.execute(sql`select uuid from campaign_images where campaign_id = ${id}`);
  expect(rows).toHaveLength(20);
  expect(rows.map((row) => row.uuid)).toContain(used.body.uuid);
});
