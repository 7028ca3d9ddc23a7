import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSampleBanners, campaignSettings, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { checkFeeds } from "./check-feed.ts";

/** A shop with a feed and images; each test sets its products and availability. */
const shop = { products: [] as object[], isUp: true, asked: [] as string[] };
let stack: Stack;
let nora: TestClient;
let server: Server;
let origin = "";

beforeAll(async () => {
  const picture = await sharp({ create: { width: 1800, height: 1200, channels: 3, background: "#c83010" } })
    .jpeg()
    .toBuffer();
  server = createServer((request, response) => {
    shop.asked.push(request.url ?? "");
    response.statusCode = shop.isUp ? 200 : 503;
    if (request.url?.startsWith("/feed")) response.end(JSON.stringify(shop.products));
    else response.end(request.url === "/zopf.jpg" ? picture : "<script>alert(1)</script>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  stack = await startStack({ env: { PRIVATE_HOSTS: host } });
  nora = await stack.signIn({ uid: "advanced-1", role: "advanced_advertiser", lang: "de" });
  await creditCustomer(stack, "advanced-1");
});
afterAll(async () => {
  server?.close();
  await stack?.close();
});

const product = (title: string, more: object = {}) => ({
  ...{ title, link: `https://www.brothaus.example/${encodeURIComponent(title)}` },
  ...{ image: `${origin}/zopf.jpg`, price: "6.90 CHF", ...more },
});

async function startFed(template: "split" | "offer"): Promise<number> {
  const changes = { name: "Sortiment", feed_url: `${origin}/feed.json?${template}` };
  const { body } = await nora.post("/user-campaigns", {
    ...campaignSettings,
    ...changes,
    destination_url: "https://www.brothaus.example/",
  });
  await addSampleBanners(stack, body.id, template);
  expect((await nora.post(`/user-campaigns/${body.id}/activate`)).status).toBe(200);
  return body.id;
}

async function shownBanners(id: number): Promise<(SnapshotCreative & { html: string })[]> {
  const { rows } = await stack.platform.db.execute<{ creative: SnapshotCreative; html: string }>(sql`
    select e as creative, convert_from(f.body, 'UTF8') as html
    from campaign_snapshots s, jsonb_array_elements(s.payload->'creatives') with ordinality t (e, at)
    join ad_files f on f.hash = e->>'fileHash' where s.campaign_id = ${id} and s.is_live order by at`);
  return rows.map(({ creative, html }) => ({ ...creative, html }));
}
const later = (hours: number) => stack.clock.set(new Date(stack.clock.now().getTime() + hours * 3_600_000 + 1));
const feedOf = async (id: number) => (await nora.get(`/user-campaigns/${id}/feed`)).body;
const headOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

test("renders each of the first five items of a feed in every format, escaped, with its own image and page", async () => {
  shop.products = [
    product("Zopf <b>frisch</b>"),
    product("Gipfeli", { link: "https://elsewhere.example/gipfeli", image: `${origin}/broken.jpg` }),
    ...["Brot", "Weggli", "Torte", "Sechstes"].map((title) => product(title)),
  ];
  const id = await startFed("split");
  const banners = await shownBanners(id);
  const wide = banners.filter(({ format }) => format === "994x250");
  expect(banners).toHaveLength(5 * new Set(banners.map(({ format }) => format)).size);
  expect(wide.map(({ html }) => headOf(html))).toEqual([
    "Zopf &#60;b&#62;frisch&#60;/b&#62;",
    ...["Gipfeli", "Brot", "Weggli", "Torte"],
  ]);
  expect(wide.every(({ html }) => html.length < 150_000 && !html.includes(origin))).toBe(true);
  expect(wide[0]?.html).toContain("CHF\u00a06.90");
  const [own, elsewhere] = wide.map(({ destinationUrl }) => destinationUrl);
  expect([own, elsewhere]).toEqual(["https://www.brothaus.example/Zopf%20%3Cb%3Efrisch%3C%2Fb%3E", undefined]);

  const { items, problem } = await feedOf(id);
  expect(problem).toBeNull();
  expect(items.map(({ picture }: { picture: object | null }) => picture !== null)).toEqual([
    ...[true, false, true, true, true],
  ]);
  expect(items[0].picture.src).toMatch(/^data:image\/webp;base64,/);
  expect(items[0].picture.width).toBeLessThanOrEqual(1200);
  expect(shop.asked.filter((path) => path === "/zopf.jpg")).toHaveLength(1);
});

test("shows new feed items without a review, unless edited texts are not submitted yet", async () => {
  shop.products = [product("Zopf")];
  const id = await startFed("offer");
  const heads = async () => [...new Set((await shownBanners(id)).map(({ html }) => headOf(html)))];
  expect(await heads()).toEqual(["Zopf CHF 6.90"]);
  shop.products = [product("Zopf", { price: "5.50 CHF" }), product("Brot")];
  later(1);
  await checkFeeds(stack.app.services);
  expect(await heads()).toEqual(["Zopf CHF 5.50", "Brot CHF 6.90"]);
  expect((await nora.get(`/user-campaigns/${id}/review`)).body).toMatchObject({ status: "approved", changed: false });

  const forms = (await nora.get(`/user-creatives/${id}/forms`)).body;
  later(1);
  await nora.put(`/user-creatives/${id}/${forms.group.uuid}`, { description: "Noch von niemandem angesehen" });
  shop.products = [product("Torte")];
  later(1);
  await checkFeeds(stack.app.services);
  expect(await heads()).toEqual(["Zopf CHF 5.50", "Brot CHF 6.90"]);
});

test("falls back to the typed texts at once for an empty feed, after a day for a broken one", async () => {
  shop.products = [product("Zopf")];
  const id = await startFed("split");
  const heads = async () => [...new Set((await shownBanners(id)).map(({ html }) => headOf(html)))];
  const typed = (await nora.get(`/user-creatives/${id}/forms`)).body.values.title;
  expect(await heads()).toEqual(["Zopf"]);
  shop.isUp = false;
  later(20);
  await checkFeeds(stack.app.services);
  expect(await heads()).toEqual(["Zopf"]);
  later(5);
  await checkFeeds(stack.app.services);
  expect(await heads()).toEqual([typed]);
  expect(await feedOf(id)).toEqual({ problem: "status 503", items: [] });

  shop.isUp = true;
  await checkFeeds(stack.app.services);
  expect(await heads()).toEqual(["Zopf"]);
  shop.products = [];
  later(1);
  await checkFeeds(stack.app.services);
  expect(await heads()).toEqual([typed]);
});

test("a policy that reviews own uploads also reviews campaigns with a feed", async () => {
  shop.products = [product("Zopf")];
  const staff = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await staff.put("/creative-reviews/policy", { first_campaigns: 0, own_files: true });
  const id = await startFed("split");
  expect((await nora.get(`/user-campaigns/${id}/review`)).body).toMatchObject({ status: "pending", needed: true });
  expect(await shownBanners(id)).toEqual([]);
});

test("items lead to a new site only once it is approved", async () => {
  const staff = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await staff.put("/creative-reviews/policy", { first_campaigns: 0, own_files: true });
  shop.products = [product("Zopf"), product("Brot", { link: "https://elsewhere.example/brot" })];
  const id = await startFed("split");
  const approve = async () => {
    const { data } = (await staff.get("/creative-reviews?per_page=100")).body;
    const waiting = data.find(({ campaign }: { campaign: number }) => campaign === id);
    expect((await staff.post(`/creative-reviews/${waiting.id}/approve`)).status).toBe(200);
  };
  const redraw = async () => {
    later(1);
    shop.products = [...shop.products].reverse();
    await checkFeeds(stack.app.services);
  };
  const pages = async () => [...new Set((await shownBanners(id)).map(({ destinationUrl }) => destinationUrl))];
  await approve();
  await redraw();
  expect(await pages()).toEqual([undefined, "https://www.brothaus.example/Zopf"]);
  await nora.put(`/user-campaigns/${id}`, { destination_url: "https://elsewhere.example/" });
  await redraw();
  expect(await pages()).toEqual(["https://www.brothaus.example/Zopf", undefined]);
  await approve();
  await redraw();
  expect(await pages()).toEqual(["https://elsewhere.example/brot", undefined]);
});
