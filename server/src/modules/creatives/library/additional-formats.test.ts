import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { additionalFormats, formats } from "@litfass/contract/kernel/formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignSettings } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { picture, sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { renderCampaignCreatives } from "../rendering/render-campaign-creatives.ts";

let stack: Stack;
let anna: TestClient;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  boss = await stack.signIn("super_admin");
});
afterAll(() => stack?.close());

const draft = async (): Promise<number> => (await anna.post("/user-campaigns", campaignSettings)).body.id;
const groupsOf = async (campaign: number): Promise<CreativeGroup[]> =>
  (await anna.post("/creatives/campaign-creatives", { campaign_id: campaign })).body;
const named = (groups: CreativeGroup[], name: string) => groups.find((group) => group.name === name) as CreativeGroup;
const sizesOf = (creatives: { format: string }[]) => creatives.map(({ format }) => format);
const choose = (campaign: number, creative_ids: string[]) =>
  anna.put(`/user-campaigns/${campaign}/creative-ids`, { creative_ids });
const offer = async (sizes: string[]) => {
  const { version } = (await boss.get("/settings/operator")).body.formats;
  return boss.put("/settings/operator/formats", { version, note: "Newsletter", settings: { sizes } });
};
const uploadPicture = async (campaign: number, width: number, height: number) =>
  sendForm(
    anna,
    "post",
    `/user-creatives/${campaign}/own-banners`,
    {},
    {
      file: [{ name: "own.png", body: await picture(width, height) }],
    },
  );

test("a template offers additional formats, phones first, besides the basic set; none is used until it is added", async () => {
  const id = await draft();
  const poster = named(await groupsOf(id), "Poster");
  expect(sizesOf(poster.creatives)).toEqual([...formats]);
  expect(sizesOf(poster.additional)).toEqual([...additionalFormats]);
  await choose(
    id,
    poster.creatives.map(({ uuid }) => uuid),
  );
  const { body } = await anna.get(`/user-creatives/${id}/forms`);
  expect(sizesOf(body.forms)).toEqual([...formats]);
});

test("an added format is stored with the campaign, previewed and published as a file of its own", async () => {
  const id = await draft();
  const poster = named(await groupsOf(id), "Poster");
  const phone = poster.additional.filter(({ format }) => format === "320x50" || format === "320x100");
  const chosen = [...poster.creatives, ...phone].map(({ uuid }) => uuid);
  expect((await choose(id, chosen)).status).toBe(200);
  const { body } = await anna.get(`/user-creatives/${id}/forms`);
  expect(sizesOf(body.forms)).toEqual([...formats, "320x50", "320x100"]);
  const preview = await anna.get(`/${body.forms.at(-2).preview_url}`);
  expect(preview.text).toContain('<meta name="ad.size" content="width=320,height=50">');
  const published = await stack.platform.db.transaction((tx) => renderCampaignCreatives(tx, id));
  expect(sizesOf(published)).toEqual([...formats, "320x50", "320x100"]);
  expect(new Set(published.map(({ fileHash }) => fileHash)).size).toBe(7);
  const again = named(await groupsOf(id), "Poster").additional.filter(({ is_selected }) => is_selected);
  expect(sizesOf(again)).toEqual(["320x50", "320x100"]);
});

test("the library of staff lists templates in their basic formats", async () => {
  const designer = await stack.signIn("tech_admin");
  const { body } = await designer.get("/creatives?format=320x50");
  expect(body.data).toEqual([]);
  const groups = await designer.get("/creative-groups");
  expect(groups.body.data[0].formats).toEqual([...formats]);
});

test("an operator's size is offered at once, for templates and uploads, and stays where it is used", async () => {
  const id = await draft();
  expect((await uploadPicture(id, 800, 250)).body.errors.file[0]).toContain("320x50");
  expect((await offer(["800x250", "88x31"])).status).toBe(200);
  const poster = named(await groupsOf(id), "Poster");
  // Templates are not drawn in 88x31.
  expect(sizesOf(poster.additional)).toEqual([...additionalFormats, "800x250"]);
  expect((await uploadPicture(id, 800, 250)).body.banner).toMatchObject({ format: "800x250" });
  expect((await uploadPicture(id, 88, 31)).body.banner).toMatchObject({ format: "88x31" });
  const own = poster.additional.at(-1)?.uuid as string;
  await choose(id, [own]);

  const [version] = (await boss.get("/settings/operator/formats/versions")).body.data;
  expect(version.changes).toEqual([{ field: "sizes", before: "", after: "800x250, 88x31" }]);
  expect((await offer([])).status).toBe(200);
  expect(sizesOf(named(await groupsOf(id), "Poster").additional)).toEqual([...additionalFormats, "800x250"]);
  expect(sizesOf(named(await groupsOf(await draft()), "Poster").additional)).toEqual([...additionalFormats]);
  expect((await uploadPicture(id, 800, 250)).status).toBe(422);
});

test("an operator's size is refused if it is out of range, built in or listed twice", async () => {
  for (const sizes of [["19x50"], ["2001x50"], ["320"], ["320x50"], ["800x250", "800x250"]]) {
    expect([sizes, (await offer(sizes)).status]).toEqual([sizes, 422]);
  }
});
