import { bannerMaxBytes } from "@litfass/contract/creatives/banner-fields";
import { formats } from "@litfass/contract/kernel/formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { picture, sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { templateKit, templateNames } from "../library/template-kit.ts";
import { drawBanner } from "../rendering/render-campaign-creatives.ts";
import { sampleFields } from "../studio/samples.ts";

let stack: Stack;
let anna: TestClient;
const poster = "5a7f0000-0000-4000-8000-000000000001";
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
});
afterAll(() => stack?.close());

const draft = async (name: string, client = anna): Promise<number> =>
  (await client.post("/user-campaigns", { name, language: "de" })).body.id;
const choosePoster = async (id: number, client = anna) => {
  const groups = (await client.get("/user-creatives")).body;
  const { creatives } = groups.find((each: { uuid: string }) => each.uuid === poster);
  const creative_ids = creatives.map((each: { uuid: string }) => each.uuid);
  expect((await client.put(`/user-campaigns/${id}/creative-ids`, { creative_ids })).status).toBe(200);
};
const valuesOf = async (id: number, client = anna) => (await client.get(`/user-creatives/${id}/forms`)).body.values;
const kitPath = (id: number) => `/user-creatives/${id}/brand-kit`;

test("logo, colors and font of one campaign prefill the owner's next ones, but no one else's", async () => {
  const first = await draft("First");
  expect((await anna.get(kitPath(first))).body).toEqual({ kit: null });
  expect((await anna.put(kitPath(first))).status).toBe(404);
  const older = await draft("Older");
  await choosePoster(first);
  const file = { file: [{ name: "bread.png", body: await picture(300, 90) }] };
  const logo = (await sendForm(anna, "post", `/user-creatives/${first}/images`, { kind: "logo" }, file)).body.uuid;
  const brand = { background_color: "#12294b", button_color: "#ffc94a", font: "Fraunces" };
  await anna.put(`/user-creatives/${first}/${poster}`, { ...brand, logo, title: "Warm" });
  expect((await anna.put(kitPath(first))).body.kit).toMatchObject({ ...brand, logo: "bread.png" });

  const next = await draft("Next");
  await choosePoster(next);
  const begun = await valuesOf(next);
  expect(begun).toMatchObject({ ...brand, title: "", logo: { name: "bread.png" } });
  expect((await anna.get(begun.logo.url.replace("/api/v1", ""))).status).toBe(200);

  // Existing content stays until the kit is applied, and its texts stay even then.
  await anna.put(`/user-creatives/${older}/${poster}`, { title: "Old", background_color: "#ffffff" });
  await choosePoster(older);
  expect(await valuesOf(older)).toMatchObject({ title: "Old", background_color: "#ffffff", font: null, logo: null });
  expect((await anna.post(kitPath(older))).status).toBe(204);
  expect(await valuesOf(older)).toMatchObject({ ...brand, title: "Old", logo: { name: "bread.png" } });

  const ben = await stack.signIn("customer");
  expect((await ben.get(kitPath(next))).status).toBe(403);
  expect((await ben.put(kitPath(next))).status).toBe(403);
  const other = await draft("Other", ben);
  await choosePoster(other, ben);
  expect(await valuesOf(other, ben)).toMatchObject({ font: null, logo: null });
  expect((await ben.post(kitPath(other))).status).toBe(404);
});

test("a bundled font replaces the template's font and keeps the banner light", () => {
  for (const name of templateNames) {
    const design = templateKit().templates[name];
    for (const format of formats) {
      const html = drawBanner(design, format, { ...sampleFields(name, "de"), font: "Jost" }, { click: "" });
      const families = [...html.matchAll(/font-family:\s*([A-Za-z]+)/g)].map((hit) => hit[1]);
      expect(new Set(families.filter((family) => family !== "inherit"))).toEqual(new Set(["Jost"]));
      expect(html.match(/@font-face/g)).toHaveLength(1);
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(bannerMaxBytes);
    }
  }
});
