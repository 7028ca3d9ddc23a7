import type { LibraryGroupDetail } from "@litfass/contract/creatives/library-shapes";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { formats } from "@litfass/contract/kernel/formats";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { picture, sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { componentName } from "../creative.ts";
import { chooseCreatives } from "../index.ts";
import { renderCampaignCreatives } from "../rendering/render-campaign-creatives.ts";
import { addCampaign } from "../studio/testing-campaign-sql.ts";

let stack: Stack;
let tech: TestClient;
let boss: TestClient;
let anna: TestClient;
const unknown = "5a7f0000-0000-4000-8000-0000000000ff";
const poster = "5a7f0000-0000-4000-8000-000000000001";

beforeAll(async () => {
  stack = await startStack();
  tech = await stack.signIn("tech_admin");
  boss = await stack.signIn("super_admin");
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
});
afterAll(() => stack?.close());

const html = `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250"><script>var clickTag = "";</script></head><body><h1>Ready</h1></body></html>`;
const newCreative = async (values: Record<string, unknown> = {}) =>
  (await tech.post("/creatives", { type: "html5", width: 300, height: 250, html, ...values })).body;

test("[API-CREA-003] [API-CREA-004] [API-CREA-005] [API-CREA-006] [FIELD-GROUP-003] categories are listed, created, read and changed by staff only", async () => {
  const list = await tech.get("/creative-group-categories");
  expect(list.status).toBe(200);
  expect(list.body.data.map((each: { name: string }) => each.name)).toContain("Announcements");
  expect((await anna.get("/creative-group-categories")).status).toBe(403);
  const values = { name_en: "Culture", name_de: "Kultur", position: 9 };
  expect((await anna.post("/creative-group-categories", values)).status).toBe(403);
  const made = await tech.post("/creative-group-categories", values);
  expect(made.status).toBe(201);
  const path = `/creative-group-categories/${made.body.id}`;
  expect((await tech.get(path)).body).toMatchObject({ id: made.body.id, ...values, groups: 0 });
  expect((await tech.get("/creative-group-categories/987654")).status).toBe(404);
  const changed = await tech.put(path, { name_de: "Kunst und Kultur" });
  expect(changed.status).toBe(200);
  expect((await tech.get(path)).body).toMatchObject({ ...values, name_de: "Kunst und Kultur" });
  const found = await tech.get("/creative-group-categories?search=kunst&sort=name&direction=desc");
  expect(found.body.data.map((each: { id: number }) => each.id)).toEqual([made.body.id]);
});

test("creatives of a standard template are named in the language of the request, until staff name them", async () => {
  const texts = async (lang: string) => {
    const { body } = await tech.get(`/creative-groups/${poster}`, { "accept-language": lang });
    return body.creatives.map(({ title, description }: LibraryGroupDetail["creatives"][number]) => [
      title,
      description,
    ]);
  };
  expect((await texts("en"))[0]).toEqual(["Poster", "Large words for a cause, a campaign or an opening"]);
  const german = ["Plakat", "Grosse Worte für ein Anliegen, eine Kampagne oder eine Eröffnung"];
  expect((await texts("de"))[0]).toEqual(german);
  const [first] = (await tech.get(`/creative-groups/${poster}`)).body.creatives;
  // The German form sends back what it showed.
  await tech.put(`/creatives/${first.uuid}`, { title: german[0], description: german[1] });
  expect((await texts("en"))[0]).toEqual(["Poster", "Large words for a cause, a campaign or an opening"]);
  await tech.put(`/creatives/${first.uuid}`, { title: "Poster, large", description: "Ours" });
  expect((await texts("de"))[0]).toEqual(["Poster, large", "Ours"]);
  await tech.put(`/creatives/${first.uuid}`, { title: first.title, description: first.description });
});

test("[API-CREA-007] a category is deleted only when no group uses it", async () => {
  const { body } = await tech.post("/creative-group-categories", { name_en: "Gone", name_de: "Weg" });
  expect((await tech.delete(`/creative-group-categories/${body.id}`)).status).toBe(204);
  expect((await tech.get(`/creative-group-categories/${body.id}`)).status).toBe(404);
  const used = (await tech.get("/creative-group-categories")).body.data.find(
    (one: { groups: number }) => one.groups > 0,
  );
  const refused = await tech.delete(`/creative-group-categories/${used.id}`);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.id[0]).toContain("Move them to another one first");
});

test("[FIELD-CREA-001] [FIELD-CREA-003] [FIELD-CREA-004] [API-CREA-017] a creative keeps its type, size and texts", async () => {
  const values = {
    title: "Winter",
    description: "Three nights in Davos",
    background_color: "#112233",
    button_color: "#ffcc00",
  };
  const made = await tech.post("/creatives", { type: "html5", width: 300, height: 250, html, ...values });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ type: "html5", width: 300, height: 250, format: "300x250", ...values });
  expect(made.body.uuid).toMatch(/^[0-9a-f-]{36}$/);
  expect((await tech.post("/creatives", { type: "video", width: 300, height: 250 })).status).toBe(422);
  expect((await tech.post("/creatives", { type: "html5", width: 0, height: 250 })).status).toBe(422);
  expect((await tech.post("/creatives", { type: "html5", width: 9, height: 9, title: "x".repeat(31) })).status).toBe(
    422,
  );
  expect((await tech.post("/creatives", { type: "html5", width: 9, height: 9, colour: "red" })).status).toBe(422);
  expect((await anna.post("/creatives", { type: "html5", width: 300, height: 250 })).status).toBe(403);
});

test("[FIELD-CREA-007] [API-CREA-016] [API-CREA-018] creatives are listed and read by their uuid", async () => {
  const made = await newCreative({ title: "Needle" });
  const list = await tech.get("/creatives?search=needle");
  expect(list.status).toBe(200);
  expect(list.body.data.map((each: { uuid: string }) => each.uuid)).toEqual([made.uuid]);
  expect((await anna.get("/creatives")).status).toBe(403);
  expect((await tech.get(`/creatives/${made.uuid}`)).body).toMatchObject({ uuid: made.uuid, title: "Needle" });
  expect((await tech.get(`/creatives/${unknown}`)).status).toBe(404);
  const sorted = await tech.get("/creatives?sort=format&direction=asc&per_page=5&page=2&type=html5");
  expect(sorted.body.data).toHaveLength(5);
  expect(sorted.body.meta).toMatchObject({ current_page: 2, from: 6, to: 10 });
});

test("[FIELD-CREA-008] [FIELD-CREA-009] [API-CREA-022] items have creative, kind, file, size and position, and are deleted one by one", async () => {
  const images = [1, 2].map(async (index) => ({ name: `photo ${index}.png`, body: await picture(600, 500) }));
  const made = await sendForm(
    tech,
    "post",
    "/creatives",
    { type: "image", width: "300", height: "250", title: "Photo" },
    { logo: [{ name: "logo.png", body: await picture(200, 80) }], images: await Promise.all(images) },
  );
  expect(made.status).toBe(201);
  expect(made.body.logo).toMatchObject({ kind: "logo", name: "logo.png", width: 200, height: 80 });
  const [first, second] = made.body.images;
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining(["id", "creative", "kind", "file", "width", "height", "position"]),
  );
  expect(first).toMatchObject({ creative: made.body.uuid, kind: "image", width: 600, height: 500 });
  expect(second.position).toBeGreaterThan(first.position);
  const loaded = await tech.get(`/${first.url}`);
  expect(loaded.headers.location).toBe(`${stack.platform.config.adsUrl}/ad/${first.file}`);
  expect((await tech.delete(`/creative-items/${first.id}`)).status).toBe(204);
  const left = (await tech.get(`/creatives/${made.body.uuid}`)).body;
  expect(left.images.map((each: { id: number }) => each.id)).toEqual([second.id]);
  expect((await tech.delete(`/creative-items/${first.id}`)).status).toBe(404);
  const odd = { images: [{ name: "odd.png", body: await picture(310, 250) }] };
  const refused = await sendForm(tech, "put", `/creatives/${made.body.uuid}`, {}, odd);
  expect(refused.body.errors.images[0]).toContain("has its format, or twice that");
});

test("[API-CREA-019] [API-CREA-020] [API-CREA-021] a creative is changed, copied with its items, and deleted", async () => {
  const made = await newCreative({ title: "First" });
  const path = `/creatives/${made.uuid}`;
  const changed = await tech.put(path, { title: "Second", button_color: "#123456" });
  expect(changed.status).toBe(200);
  expect((await tech.get(path)).body).toMatchObject({ title: "Second", button_color: "#123456", format: "300x250" });
  const copy = await tech.post(`${path}/duplicate`);
  expect(copy.status).toBe(201);
  expect(copy.body.uuid).not.toBe(made.uuid);
  expect(copy.body).toMatchObject({ title: "Second", width: 300, height: 250, type: "html5" });
  expect(copy.body.items.map((item: { file: string }) => item.file)).toEqual([made.items[0].file]);
  expect((await tech.delete(path)).status).toBe(204);
  expect((await tech.get(path)).status).toBe(404);
  expect((await tech.get(`/creatives/${copy.body.uuid}`)).status).toBe(200);
  const standard = (await tech.get(`/creatives?creative_group=${poster}`)).body.data[0];
  expect((await tech.delete(`/creatives/${standard.uuid}`)).status).toBe(409);
});

test("[API-CREA-009] [API-CREA-010] [API-CREA-011] [FIELD-GROUP-001] [FIELD-GROUP-002] a group of finished creatives is created, read by uuid and changed", async () => {
  const [one, other] = [await newCreative(), await newCreative({ width: 728, height: 90 })];
  const category_id = (await tech.get("/creative-group-categories")).body.data[0].id;
  const names = { name_en: "Spring", name_de: "Frühling" };
  expect((await anna.post("/creative-groups", names)).status).toBe(403);
  const made = await sendForm(
    tech,
    "post",
    "/creative-groups",
    { ...names, category_id: String(category_id), is_active: "false" },
    { preview: [{ name: "preview.png", body: await picture(300, 200) }] },
  );
  expect(made.status).toBe(201);
  const path = `/creative-groups/${made.body.uuid}`;
  expect((await tech.put(path, { creative_ids: [one.uuid, other.uuid], is_active: true })).status).toBe(200);
  const { body } = await tech.get(path);
  expect(body).toMatchObject({ ...names, category: { id: category_id }, is_active: true, source: "files" });
  expect(body.preview).toMatch(/^\/creatives\/files\/[0-9a-f]{40}$/);
  expect(body.creatives.map((each: { uuid: string }) => each.uuid)).toEqual([one.uuid, other.uuid]);
  expect((await tech.get(`/creative-groups/${unknown}`)).status).toBe(404);
  const twin = await newCreative();
  const taken = await tech.put(path, { creative_ids: [one.uuid, twin.uuid] });
  expect(taken.body.errors["creative_ids.1"][0]).toContain("this format already");
  expect((await tech.put(`/creatives/${twin.uuid}`, { creative_group: made.body.uuid })).status).toBe(422);
  expect((await tech.post("/creative-groups", { ...names, category_id: 987_654 })).status).toBe(422);
});

test("[API-CREA-008] [API-CREA-012] [API-CREA-015] groups are listed, lose creatives and are deleted", async () => {
  const creative = await newCreative();
  const made = (await tech.post("/creative-groups", { name_en: "Old", name_de: "Alt", creative_ids: [creative.uuid] }))
    .body;
  const list = await tech.get("/creative-groups?search=old");
  expect(list.body.data.map((each: { uuid: string }) => each.uuid)).toEqual([made.uuid]);
  expect((await tech.get("/creative-groups?per_page=100")).body.meta.total).toBeGreaterThan(8);
  const path = `/creative-groups/${made.uuid}`;
  expect((await tech.delete(`${path}/${creative.uuid}`)).status).toBe(204);
  expect((await tech.get(path)).body.creatives).toEqual([]);
  expect((await tech.get(`/creatives/${creative.uuid}`)).body.creative_group).toBeNull();
  expect((await anna.delete(path)).status).toBe(403);
  expect((await tech.delete(path)).status).toBe(204);
  expect((await tech.get(path)).status).toBe(404);
});

test("[API-CREA-013] [API-CREA-014] a user is offered the groups that staff selected, or all", async () => {
  const other = await stack.signIn({ uid: "picky-1", role: "customer" });
  const all = (await other.get("/user-creatives")).body.length;
  const uuids = [poster, "5a7f0000-0000-4000-8000-000000000004"];
  const path = "/creative-groups/selected/picky-1";
  expect((await anna.patch(path, { creative_groups: uuids })).status).toBe(403);
  expect((await boss.patch(path, { creative_groups: [unknown] })).status).toBe(422);
  expect((await boss.patch(path, { creative_groups: uuids })).status).toBe(200);
  const { body } = await boss.get("/creative-groups/with-selected/picky-1");
  const selected = body.filter((group: { selected: boolean }) => group.selected);
  expect(selected.map((group: { uuid: string }) => group.uuid).toSorted()).toEqual(uuids);
  expect(body.length).toBeGreaterThan(2);
  const offered: CreativeGroup[] = (await other.get("/user-creatives")).body;
  expect(offered.map((group) => group.uuid).toSorted()).toEqual(uuids);
  await boss.patch(path, { creative_groups: [] });
  expect((await other.get("/user-creatives")).body).toHaveLength(all);
  expect((await boss.get("/creative-groups/with-selected/nobody-1")).status).toBe(404);
});

test("a custom template is offered beside the standard ones, rendered live in every format and published like them", async () => {
  const { markup } = (await tech.get("/creatives/template-kit")).body.standard.find(
    (each: { name: string }) => each.name === "poster",
  );
  const own = markup.replace("<style>", "<style>\n.mine{color:red}");
  const made = await tech.post("/creative-groups", { name_en: "Own poster", name_de: "Eigenes Plakat", markup: own });
  expect(made.status).toBe(201);
  const group: LibraryGroupDetail = made.body;
  expect(group.formats.toSorted()).toEqual([...formats].toSorted());
  expect(group.markup).toBe(own);
  const offered = (await anna.get("/user-creatives")).body.find((each: CreativeGroup) => each.uuid === group.uuid);
  expect(offered).toMatchObject({ name: "Own poster", template: group.uuid, picture: "none" });
  expect((await anna.get(`/creatives/templates/${group.uuid}`)).body.source).toBe(own);
  const sample = await anna.get(`/${group.creatives[0]?.preview_url}?lang=en`);
  expect(sample.text).toContain(".mine{color:red}");
  expect(sample.text).toContain("Nobody should freeze.");

  const id = await addCampaign(stack.platform.db, "anna-1", group.uuid);
  const uuids = group.creatives.map(({ uuid }) => uuid);
  const published = await stack.platform.db.transaction(async (tx) => {
    await chooseCreatives(tx, id, uuids);
    return renderCampaignCreatives(tx, id);
  });
  expect(published).toHaveLength(5);
  const again = await tech.put(`/creative-groups/${group.uuid}`, { markup: `${own}\n` });
  expect(again.status).toBe(409);
  expect((await tech.put(`/creative-groups/${group.uuid}`, { name_en: "Renamed", markup: own })).status).toBe(200);
  expect((await tech.delete(`/creative-groups/${group.uuid}`)).status).toBe(409);
});

test("rejects a template that runs scripts, loads external files or cannot be rendered, with the reason", async () => {
  const { markup } = (await tech.get("/creatives/template-kit")).body.standard[0];
  const names = { name_en: "Bad", name_de: "Schlecht" };
  const errorOf = async (text: string, lang = "en"): Promise<string> => {
    const { body } = await tech.post("/creative-groups", { ...names, markup: text }, { "accept-language": lang });
    return body.errors?.markup?.join("; ") ?? "";
  };
  expect(await errorOf(markup.replace("</style>", "</style><script>alert(1)</script>"))).toContain("no scripts");
  expect(await errorOf(markup.replace("</style>", '</style><img src="//evil.example/x.png">'))).toContain(
    "other servers",
  );
  expect(await errorOf(markup.replace("</style>", "</style>{{#title}}"))).toContain("is not closed");
  expect(await errorOf(markup.replace("</style>", "</style>{{/title}}"), "de")).toBe("{{/title}} schliesst nichts ab");
  expect(await errorOf("<b>{{title}}</b>")).toContain("begins with its settings");
  expect(await errorOf(markup.replace("{", ""), "de")).toBe("Die Einstellungen am Anfang sind kein JSON");
  expect(await errorOf(markup.replace('"fonts"', '"schriften"'), "de")).toBe(
    "Die Einstellungen nennen fonts, slots und picture",
  );
  expect(await errorOf(markup.replace(/"picture":\s*"\w+"/, '"picture":"always"'), "de")).toBe(
    "Die Einstellungen am Anfang: Das Feld picture hat keinen gültigen Wert",
  );
  expect(
    await errorOf(markup.replace(/<!--[\s\S]*?-->/, '<!--{"fonts":["Comic"],"slots":{},"picture":"none"}-->')),
  ).not.toBe("");
});

test("standard templates can be renamed and deactivated, but not rewritten", async () => {
  const path = "/creative-groups/5a7f0000-0000-4000-8000-000000000008";
  expect((await tech.put(path, { name_de: "Siegel", is_active: false })).status).toBe(200);
  expect((await anna.get("/user-creatives")).body.some((group: CreativeGroup) => group.name === "Signet")).toBe(false);
  expect((await tech.put(path, { name_de: "Signet", is_active: true })).status).toBe(200);
  expect((await tech.put(path, { markup: "anything" })).status).toBe(422);
  expect((await tech.put(path, { creative_ids: [] })).status).toBe(409);
  expect((await tech.delete(path)).status).toBe(409);
});

test("creatives and groups in use by campaigns cannot be deleted or changed", async () => {
  const creative = await newCreative();
  const group = (
    await tech.post("/creative-groups", { name_en: "Used", name_de: "Benutzt", creative_ids: [creative.uuid] })
  ).body;
  const id = await addCampaign(stack.platform.db, "anna-1", group.uuid);
  await stack.platform.db.transaction((tx) => chooseCreatives(tx, id, [creative.uuid]));
  expect((await tech.delete(`/creatives/${creative.uuid}`)).body.message).toContain("Campaigns use this banner");
  expect((await tech.delete(`/creative-groups/${group.uuid}`)).body.message).toContain("Switch it off instead");
  expect((await tech.delete(`/creative-groups/${group.uuid}/${creative.uuid}`)).status).toBe(409);
  expect((await tech.put(`/creatives/${creative.uuid}`, { html: html.replace("Ready", "New") })).status).toBe(200);
  const published = await stack.platform.db.transaction((tx) => renderCampaignCreatives(tx, id));
  expect(published).toMatchObject([{ format: "300x250", kind: "html" }]);
  const { rows } = await stack.platform.db.execute<{ body: Buffer }>(
    sql`select body from ad_files where hash = ${published[0]?.fileHash}`,
  );
  expect(rows[0]?.body.toString()).toContain("<h1>New</h1>");
  expect((await tech.put(`/creatives/${creative.uuid}`, { html })).status).toBe(409);
  expect((await tech.put(`/creatives/${creative.uuid}`, { title: "Only words" })).status).toBe(200);
});

test("[FIELD-NAME-001] a component is named after the digits of its id", () => {
  expect(componentName(7)).toBe("CreativeH");
  expect(componentName(120)).toBe("CreativeBca");
});
