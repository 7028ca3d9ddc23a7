import { mayPreview } from "@litfass/adserver/serving/tokens/preview-url";
import { previewSigner } from "@litfass/adserver/serving/tokens/signing";
import { findAdFile } from "@litfass/adserver/sync/ad-file-sql";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignSettings, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { picture, sendForm } from "../../../testing/forms.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { zipOf } from "../../../testing/zip.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  reviewer = await stack.signIn("campaign_manager");
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack?.close());

const draft = async (name: string): Promise<number> =>
  (await anna.post("/user-campaigns", { ...campaignSettings, name })).body.id;
const path = (campaign: number) => `/user-creatives/${campaign}/own-banners`;
const upload = (campaign: number, name: string, body: Buffer, client = anna) =>
  sendForm(client, "post", path(campaign), {}, { file: [{ name, body }] });
const zip = (size: string, text = "Bread", head = '<script>var clickTag = "";</script>'): Buffer => {
  const [width, height] = size.split("x");
  const page = `<!doctype html><html><head><meta name="ad.size" content="width=${width},height=${height}">${head}</head>
<body><a href="javascript:${head ? "window.open(clickTag)" : ""}">${text}</a></body></html>`;
  return zipOf([{ name: "index.html", body: page }]);
};
const isHeld = async (hash: string): Promise<boolean> => (await findAdFile(stack.platform.db, hash)) === null;
const lookAt = async (client: TestClient, preview: string) => client.get(`/${preview}`);

test("accepts images in the offered formats and HTML5 zips, one per format; rejects others with a solution", async () => {
  const id = await draft("Taken");
  const image = await upload(id, "wide.png", await picture(994, 250));
  expect(image.body).toMatchObject({ banner: { kind: "image", format: "994x250", name: "wide.png" }, report: null });
  const dense = await upload(id, "tall@2x.png", await picture(600, 1200));
  expect(dense.body.banner).toMatchObject({ format: "300x600" });
  const html = await upload(id, "box.zip", zip("300x250"));
  expect(html.body).toMatchObject({
    banner: { kind: "html", format: "300x250", name: "box.zip" },
    report: { ok: true },
  });
  const again = await upload(id, "box-2.png", await picture(300, 250));
  expect(again.body.banner).toMatchObject({ kind: "image", creative: html.body.banner.creative, name: "box-2.png" });
  expect((await anna.get(path(id))).body.banners).toHaveLength(3);

  const odd = await upload(id, "odd.png", await picture(500, 400));
  expect(odd.status).toBe(422);
  expect(odd.body.errors.file[0]).toMatch(/^The picture is 500 x 400 px\. Use 994x250, .* or exactly twice that/);
  const unknown = await upload(id, "square.zip", zip("260x260"));
  expect(unknown.body.banner).toBeNull();
  expect(unknown.body.report.findings[0]).toMatchObject({ code: "size_wrong", severity: "error" });
  expect(unknown.body.report.findings[0].help).toMatch(/994x250, .*320x50, .*250x250/);
  const leading = await upload(id, "leading.zip", zip("728x90", '<script>location = "https://shop.example"</script>'));
  expect(leading.body.banner).toBeNull();
  expect(leading.body.report.findings.map((each: { code: string }) => each.code)).toContain("own_navigation");
  const out = zipOf([{ name: "../index.html", body: "<p>out</p>" }]);
  expect((await upload(id, "out.zip", out)).status).toBe(422);
  const words = await upload(id, "words.txt", Buffer.from("no picture"));
  expect([words.status, words.body.errors.file[0]]).toEqual([422, "This is neither a readable picture nor a zip."]);
  expect((await anna.get(path(id))).body.banners).toHaveLength(3);
});

test("own banners belong to one campaign of one customer and are copied with it", async () => {
  const id = await draft("Own");
  const other = await draft("Other");
  const { banner } = (await upload(id, "box.zip", zip("300x250", "Only here"))).body;
  const offered = async (client: TestClient, campaign_id: number) =>
    (await client.post("/creatives/campaign-creatives", { campaign_id })).body.flatMap(
      (group: { creatives: { uuid: string }[] }) => group.creatives.map(({ uuid }) => uuid),
    );
  expect(await offered(anna, id)).toContain(banner.creative);
  expect(await offered(anna, other)).not.toContain(banner.creative);
  expect(
    (await anna.put(`/user-campaigns/${other}/creative-ids`, { creative_ids: [banner.creative] })).status,
  ).not.toBe(200);
  const ben = await stack.signIn("customer");
  expect((await ben.get(path(id))).status).toBe(403);
  expect((await upload(id, "box.zip", zip("300x250"), ben)).status).toBe(403);
  expect((await lookAt(ben, banner.preview_url)).status).toBe(403);
  const description = async (client: TestClient) => (await client.get(`//creatives/${banner.creative}.xml`)).status;
  expect([await description(anna), await description(ben), await description(stack.visitor())]).toEqual([
    200, 404, 404,
  ]);
  const tech = await stack.signIn("tech_admin");
  const listed = (await tech.get("/creatives?per_page=100")).body.data;
  expect(listed.map((each: { uuid: string }) => each.uuid)).not.toContain(banner.creative);

  await choose(id);
  const copy = (await anna.post(`/user-campaigns/${id}/copy`)).body.id;
  const copied = (await anna.get(path(copy))).body.banners;
  expect(copied).toMatchObject([{ format: "300x250", name: "box.zip", is_selected: true }]);
  expect(copied[0].creative).not.toBe(banner.creative);
  expect((await anna.delete(`${path(id)}/${banner.creative}`)).status).toBe(204);
  expect((await anna.delete(`/user-campaigns/${id}`)).status).toBeLessThan(300);
  expect((await anna.get(path(copy))).body.banners).toHaveLength(1);
});

test("holds an upload until it is approved; users with access to the campaign preview it by a signed URL", async () => {
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: true });
  const id = await draft("Held");
  const { banner } = (await upload(id, "box.zip", zip("300x250", "Held back <video autoplay></video>"))).body;
  await choose(id);
  const page = await lookAt(anna, banner.preview_url);
  expect(page.status).toBe(302);
  const address = new URL(String(page.headers.location));
  const hash = address.pathname.slice(4, 44);
  expect(await isHeld(hash)).toBe(true);
  const token = address.searchParams.get("preview") ?? "";
  const signer = previewSigner(stack.platform.config.secrets.signing);
  const now = stack.clock.now().getTime();
  expect(mayPreview(signer, hash, token, now)).toBe(true);
  expect(mayPreview(signer, "0".repeat(40), token, now)).toBe(false);
  expect(mayPreview(signer, hash, `${token}x`, now)).toBe(false);
  expect(mayPreview(signer, hash, token, now + 3_600_001)).toBe(false);

  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  expect(await isHeld(hash)).toBe(true);
  const queue = (await reviewer.get("/creative-reviews?per_page=100")).body.data;
  const review = queue.find((each: { campaign: number }) => each.campaign === id);
  const shown = await lookAt(reviewer, `/creatives/review/${review.id}/${hash}`);
  expect(shown.status).toBe(302);
  expect(String(shown.headers.location)).toMatch(new RegExp(`/ad/${hash}\\.html\\?preview=`));
  expect((await reviewer.post(`/creative-reviews/${review.id}/approve`)).status).toBe(200);
  expect(await isHeld(hash)).toBe(false);

  stack.clock.advance(60_000);
  // A changed banner of a started campaign is held again while the approved one keeps running.
  const changed = await upload(id, "box-2.zip", zip("300x250", "Changed"));
  expect(changed.status).toBe(200);
  expect((await upload(id, "wide.zip", zip("994x250"))).status).toBe(409);
  const next = new URL(String((await lookAt(anna, changed.body.banner.preview_url)).headers.location)).pathname;
  expect(await isHeld(next.slice(4, 44))).toBe(true);
  expect(await isHeld(hash)).toBe(false);
  const { rows } = await stack.platform.db.execute<{ payload: string }>(
    sql`select payload::text as payload from campaign_snapshots where campaign_id = ${id}`,
  );
  expect(rows[0]?.payload).toContain(hash);
  // Publishers who block video, or video with sound, do not get this banner.
  expect(JSON.parse(rows[0]?.payload ?? "").creatives).toMatchObject([{ fileHash: hash, attributes: [1, 6] }]);
  expect((await anna.get(`/user-campaigns/${id}/review`)).body).toMatchObject({ changed: true });
});

async function choose(id: number): Promise<void> {
  const { banners } = (await anna.get(path(id))).body;
  const creative_ids = banners.map((each: { creative: string }) => each.creative);
  expect((await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids })).status).toBe(200);
}
