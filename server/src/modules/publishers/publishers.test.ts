import { listChangedPlacements, listChangedSites, listSellers } from "@litfass/adserver/index";
import type { PublisherSiteState, SiteReason } from "@litfass/contract/publishers/publisher-sites";
import { type Egress, EgressError } from "@litfass/platform/egress/egress";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { picture, sendForm } from "../../testing/forms.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { mailAddedJob } from "./mail-added.ts";
import { checkDueSites } from "./sites/check-sites.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let stack: Stack;
let admin: TestClient;
let anna: TestClient;
let ben: TestClient;
let publisher: number;
let sellerId: string;
/** What websites answer, by address; others are absent. */
const web = new Map<string, { status?: number; body: string; type?: string }>();
let isDown = false;

const egress: Egress = async (url) => {
  if (isDown) throw new EgressError("no answer within 10000 ms");
  const { status = 200, body, type = "text/plain" } = web.get(url) ?? { status: 404, body: "" };
  const headers = new Headers({ "content-type": type });
  return { status, headers, body: Buffer.from(body), text: () => body, json: () => null };
};

beforeAll(async () => {
  stack = await startStack({ env: { ADS_URL: "https://ads.operator.test" } });
  admin = await stack.signIn("admin");
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-01", role: "sales" });
});
afterAll(() => stack.close());

const check = () => checkDueSites({ ...stack.platform, egress }, stack.app.services.execute);
const newPublisher = (email: string, name = "Zeitung AG") =>
  admin.post("/publishers", { name, email, lang: "de", currency: "CHF", share_percent: 60 });
const claim = (client: TestClient, id: number, name: string) =>
  client.post(`/publishers/${id}/sites`, { kind: "site", name });
async function siteOf(client: TestClient, id: number, name: string) {
  const { data } = (await client.get(`/publishers/${id}/sites?search=${name}`)).body;
  return data[0] as { id: number; state: PublisherSiteState; reason: SiteReason | null; detail: string };
}
const livePlacements = async () => {
  const changed = await listChangedPlacements(stack.platform.db, new Date(0));
  return changed.flatMap(({ snapshot }) => (snapshot ? [snapshot] : []));
};
const settings = {
  name: "Article top",
  sizes: ["994x250", "300x250"],
  floor: 12.5,
  allowed_categories: [],
  blocked_categories: ["IAB7-39"],
  blocked_advertisers: ["rival.example"],
  refresh_seconds: null,
  state: "active",
};

test("staff add a publisher for a user of any role, or invite an unknown address as a customer", async () => {
  const created = await newPublisher("anna-1@test.example");
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    owner: "anna-1",
    state: "active",
    share_percent: 60,
    ads_txt_line: expect.stringMatching(/^ads\.operator\.test, pub-\d{16}, DIRECT$/),
    shares: [{ from: "2026-03-02", percent: 60 }],
  });
  publisher = created.body.id;
  sellerId = created.body.seller_id;
  expect((await newPublisher("anna-1@test.example")).status).toBe(409);
  expect((await newPublisher("ben-01@test.example", "Blog")).body.owner).toBe("ben-01");
  const invited = await newPublisher("new@zeitung.example", "Invited");
  expect(invited.status).toBe(201);
  const { rows } = await stack.platform.db.execute(
    sql`select role, status from users where uid = ${invited.body.owner}`,
  );
  expect(rows).toEqual([{ role: "customer", status: 1 }]);
  expect(stack.outbox.some(({ to }) => to === "new@zeitung.example")).toBe(true);
  expect(
    (await admin.get("/publishers?search=zeitung&sort=name")).body.data.map((row: { name: string }) => row.name),
  ).toEqual(["Invited", "Zeitung AG"]);
});

test("an existing user is told in their language, once, and an invited one only gets the invitation", async () => {
  const told = (to: string) => stack.outbox.filter((mail) => mail.to === to);
  await stack.signIn({ uid: "carla-1", role: "sales", lang: "de" });
  const { id } = (await newPublisher("carla-1@test.example", "Wochenblatt")).body;
  expect((await newPublisher("carla-1@test.example", "Wochenblatt")).status).toBe(409);
  await stack.platform.jobs.drain(mailAddedJob);
  await stack.platform.jobs.drain(mailAddedJob);
  expect(told("carla-1@test.example")).toMatchObject([
    { subject: "Sie können bei uns Werbeflächen verkaufen: Wochenblatt", text: expect.stringContaining("60%") },
  ]);
  expect(told("carla-1@test.example")[0]?.text).toContain(`${stack.platform.config.publicUrl}/publisher`);
  expect(told("new@zeitung.example")).toHaveLength(1);
  await stack.platform.db.execute(sql`delete from publisher_shares where publisher_id = ${id}`);
  await stack.platform.db.execute(sql`delete from publishers where id = ${id}`);
});

test("a publisher is seen by its owner and by staff only", async () => {
  expect((await anna.get("/publisher")).body.publisher).toMatchObject({ id: publisher, seller_id: sellerId });
  const accountant = await stack.signIn("accountant");
  expect((await accountant.get("/publisher")).body).toEqual({ publisher: null });
  for (const client of [ben, accountant]) {
    for (const path of ["", "/sites", "/placements"]) {
      expect((await client.get(`/publishers/${publisher}${path}`)).status).toBe(404);
    }
    expect((await claim(client, publisher, "stolen.example")).status).toBe(404);
  }
  expect((await anna.get("/publishers")).status).toBe(403);
  expect((await anna.patch(`/publishers/${publisher}`, { name: "Mine" })).status).toBe(403);
  expect((await anna.post(`/publishers/${publisher}/shares`, { from: "2026-03-02", percent: 99 })).status).toBe(403);
});

test.each(["ch", "co.uk", "github.io", "localhost"])(
  "nobody can claim %s, below which anybody may register",
  async (name) => {
    const refused = await claim(anna, publisher, name);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["name"]]);
  },
);

test("an app is claimed only with the domain that its bundle names", async () => {
  const app = (name: string, domain: string) =>
    anna.post(`/publishers/${publisher}/sites`, { kind: "app", name, domain });
  expect((await app("ch.fremd.app", "zeitung.ch")).status).toBe(422);
  expect((await app("ch.zeitungen", "zeitung.ch")).status).toBe(422);
  expect((await app("ch.zeitung.app", "www.zeitung.ch")).status).toBe(201);
  web.set("https://zeitung.ch/app-ads.txt", { body: `ads.operator.test, ${sellerId}, DIRECT` });
  await check();
  expect(await siteOf(anna, publisher, "ch.zeitung.app")).toMatchObject({ state: "verified" });
});

test("a claim is verified by ads.txt of the host or its domain, or by a tag in the page's head", async () => {
  for (const name of ["a.test", "www.b.test", "c.test", "d.test", "e.test", "f.test"])
    await claim(anna, publisher, name);
  expect((await claim(anna, publisher, "a.test")).status).toBe(409);
  const line = `ads.operator.test, ${sellerId}, DIRECT`;
  const meta = `<meta name="litfass-site-verification" content="${sellerId}">`;
  web.set("https://a.test/ads.txt", { body: `# sellers\n${line}` });
  web.set("https://b.test/ads.txt", { body: line });
  web.set("https://c.test/", { body: `<html><head>${meta}</head></html>`, type: "text/html" });
  web.set("https://d.test/", { body: `<html><body><p>A comment</p>${meta}</body></html>`, type: "text/html" });
  web.set("https://e.test/ads.txt", { body: `ads.operator.test, ${sellerId}, RESELLER` });
  web.set("https://f.test/ads.txt", { body: "ads.operator.test, pub-0000000000000000, DIRECT" });
  expect(await check()).toBe(6);
  const states = await Promise.all(
    ["a.test", "www.b.test", "c.test", "d.test", "e.test", "f.test"].map(async (name) => {
      const { state, reason } = await siteOf(anna, publisher, name);
      return [name, state, reason];
    }),
  );
  expect(states).toEqual([
    ["a.test", "verified", null],
    ["www.b.test", "verified", null],
    ["c.test", "verified", null],
    ["d.test", "failed", "no_proof"],
    ["e.test", "failed", "no_proof"],
    ["f.test", "failed", "no_proof"],
  ]);
  expect(await check()).toBe(0);
  web.set("https://d.test/ads.txt", { body: line });
  const { id } = await siteOf(anna, publisher, "d.test");
  expect((await anna.post(`/publishers/${publisher}/sites/${id}/check`)).status).toBe(200);
  expect(await check()).toBe(1);
  expect(await siteOf(anna, publisher, "d.test")).toMatchObject({ state: "verified" });
});

test("verified sites reach the ad servers without placements, while their publisher is active", async () => {
  const hosts = async () => {
    const changed = await listChangedSites(stack.platform.db, new Date(0));
    return changed.flatMap(({ site }) => (site === null ? [] : [`${site.host} ${site.publisherId}`])).sort();
  };
  const live = ["a.test", "c.test", "d.test", "www.b.test"].map((host) => `${host} ${publisher}`);
  expect(await hosts()).toEqual(live);
  await admin.patch(`/publishers/${publisher}`, { state: "suspended" });
  expect(await hosts()).toEqual([]);
  expect(await listSellers(stack.platform.db)).toEqual([]);
  await admin.patch(`/publishers/${publisher}`, { state: "active" });
  expect(await hosts()).toEqual(live);
});

test("sellers.json lists publishers with a verified site under their first domain; staff may hide one", async () => {
  const seller = { sellerId, name: "Zeitung AG", domain: "zeitung.ch", isConfidential: false };
  // Invited, Blog: nothing is verified.
  expect(await listSellers(stack.platform.db)).toEqual([seller]);
  expect((await anna.patch(`/publishers/${publisher}`, { is_confidential: true })).status).toBe(403);
  const hidden = await admin.patch(`/publishers/${publisher}`, { is_confidential: true });
  expect(hidden.body).toMatchObject({
    name: "Zeitung AG",
    state: "active",
    is_confidential: true,
    sellers_json: "https://ads.operator.test/sellers.json",
  });
  expect(await listSellers(stack.platform.db)).toEqual([{ ...seller, isConfidential: true }]);
  await admin.patch(`/publishers/${publisher}`, { is_confidential: false });
});

test("a host has one publisher: a second one is refused even with its own proof", async () => {
  const own = (await ben.get("/publisher")).body.publisher;
  await claim(ben, own.id, "a.test");
  const known = web.get("https://a.test/ads.txt")?.body ?? "";
  web.set("https://a.test/ads.txt", { body: `${known}\nads.operator.test, ${own.seller_id}, DIRECT` });
  await check();
  expect(await siteOf(ben, own.id, "a.test")).toMatchObject({ state: "failed", reason: "taken" });
  expect(await siteOf(anna, publisher, "a.test")).toMatchObject({ state: "verified" });
});

test("placements reach the ad servers while they, their verified site and their publisher are active", async () => {
  const { id: site } = await siteOf(anna, publisher, "a.test");
  const created = await anna.post(`/publishers/${publisher}/placements`, { site, ...settings });
  expect(created.status).toBe(201);
  const { id, tag } = created.body;
  expect(tag).toBe(
    `<div style="min-height:250px"><script async src="https://ads.operator.test/tag.js" data-placement="${id}" data-sizes="994x250 300x250"></script></div>`,
  );
  expect(await livePlacements()).toEqual([
    {
      placementId: id,
      publisherId: publisher,
      siteKind: "site",
      site: "a.test",
      sizes: ["994x250", "300x250"],
      floor: 12.5,
      currency: "CHF",
      allowedCategories: [],
      blockedCategories: ["IAB7-39"],
      blockedAdvertisers: ["rival.example"],
      refreshSeconds: null,
      shares: [{ from: "2026-03-02", percent: 60 }],
      fallback: null,
    },
  ]);
  const path = `/publishers/${publisher}/placements/${id}`;
  expect((await anna.put(path, { ...settings, refresh_seconds: 29 })).status).toBe(422);
  expect((await anna.put(path, { ...settings, refresh_seconds: 30 })).status).toBe(200);
  expect(await livePlacements()).toMatchObject([{ refreshSeconds: 30 }]);
  for (const state of ["paused", "archived"]) {
    await anna.put(path, { ...settings, state });
    expect(await livePlacements()).toEqual([]);
    // What an ad server offered before it restarted may be shown later.
    expect(await listChangedPlacements(stack.platform.db, new Date(0))).toEqual([
      { placementId: id, snapshot: null, shares: [{ from: "2026-03-02", percent: 60 }] },
    ]);
  }
  await anna.put(path, settings);
  await admin.patch(`/publishers/${publisher}`, { state: "suspended" });
  expect(await livePlacements()).toEqual([]);
  await admin.patch(`/publishers/${publisher}`, { state: "active" });
  expect(await livePlacements()).toHaveLength(1);
});

test("a placement belongs to a site of its publisher", async () => {
  const own = (await ben.get("/publisher")).body.publisher;
  const { id: foreign } = await siteOf(anna, publisher, "a.test");
  const { id: app } = await siteOf(anna, publisher, "ch.zeitung.app");
  const post = (client: TestClient, of: number, site: number) =>
    client.post(`/publishers/${of}/placements`, { site, ...settings });
  expect((await post(ben, own.id, foreign)).status).toBe(422);
  expect((await post(ben, publisher, foreign)).status).toBe(404);
  expect((await post(anna, publisher, app)).status).toBe(422);
});

test("a fallback ad has one of the placement's sizes and a link", async () => {
  const { data } = (await anna.get(`/publishers/${publisher}/placements`)).body;
  const path = `/publishers/${publisher}/placements/${data[0].id}/fallback-ad`;
  const send = async (width: number, height: number, link = "https://zeitung.ch/abo") =>
    sendForm(
      anna,
      "post",
      path,
      { link, alt: "Abo" },
      { file: [{ name: "a.png", body: await picture(width, height) }] },
    );
  expect((await send(300, 600)).status).toBe(422);
  expect((await send(300, 250, "javascript:alert(1)")).status).toBe(422);
  const saved = await send(600, 500);
  expect(saved.body.fallback_ad).toMatchObject({ width: 300, height: 250, link: "https://zeitung.ch/abo", alt: "Abo" });
  const [live] = await livePlacements();
  const files = await stack.platform.db.execute(
    sql`select content_type from ad_files where hash = ${live?.fallback?.hash}`,
  );
  expect(files.rows).toEqual([{ content_type: "image/webp" }]);
  expect((await anna.delete(path)).body.fallback_ad).toBeNull();
  expect(await livePlacements()).toMatchObject([{ fallback: null }]);
});

test("a verified site without its proof is lost after three checks, its placements stop, and a new proof restores it", async () => {
  web.delete("https://a.test/ads.txt");
  const seen: PublisherSiteState[] = [];
  stack.clock.advance(dayMs + 1);
  for (let round = 0; round < 3; round += 1) {
    await check();
    seen.push((await siteOf(anna, publisher, "a.test")).state);
    stack.clock.advance(hourMs + 1);
  }
  expect(seen).toEqual(["verified", "verified", "lost"]);
  expect(await livePlacements()).toEqual([]);
  // Without the line of the other publisher, who would get the free site if it was checked first.
  web.set("https://a.test/ads.txt", { body: `ads.operator.test, ${sellerId}, DIRECT` });
  stack.clock.advance(dayMs + 1);
  await check();
  expect(await siteOf(anna, publisher, "a.test")).toMatchObject({ state: "verified", reason: null });
  expect(await livePlacements()).toHaveLength(1);
});

test("a site that does not answer stays verified for a week", async () => {
  isDown = true;
  const stateAfter = async (ms: number) => {
    stack.clock.advance(ms);
    await check();
    return siteOf(anna, publisher, "c.test");
  };
  for (let day = 0; day < 6; day += 1) expect(await stateAfter(dayMs)).toMatchObject({ state: "verified" });
  expect(await stateAfter(2 * dayMs)).toMatchObject({ state: "lost", reason: "unreachable" });
  isDown = false;
  await anna.post(`/publishers/${publisher}/sites/${(await siteOf(anna, publisher, "a.test")).id}/check`);
  await check();
});

test("a share changes from today on, never for the past, and every change has its actor", async () => {
  // The session of the first tests has expired.
  const staff = await stack.signIn("admin");
  const shares = `/publishers/${publisher}/shares`;
  expect((await staff.post(shares, { from: "2026-03-02", percent: 80 })).status).toBe(422);
  const changed = await staff.post(shares, { from: "2026-12-01", percent: 72.5 });
  expect(changed.body).toMatchObject({
    share_percent: 60,
    shares: [{ from: "2026-12-01", percent: 72.5 }, { percent: 60 }],
  });
  const { rows } = await stack.platform.db.execute(sql`select actor_uid, command, changes from audit_entries
    where subject_type = 'publisher' and subject_id = ${String(publisher)} order by id desc limit 1`);
  expect(rows).toEqual([
    {
      actor_uid: staff.uid,
      command: "publishers.change_share",
      changes: [{ field: "share_percent", before: 60, after: 72.5 }],
    },
  ]);
});

test("a withdrawn claim stops its placements and can be repeated", async () => {
  const { id } = await siteOf(anna, publisher, "a.test");
  expect(await livePlacements()).toHaveLength(1);
  expect((await anna.delete(`/publishers/${publisher}/sites/${id}`)).status).toBe(204);
  expect(await livePlacements()).toEqual([]);
  expect((await anna.delete(`/publishers/${publisher}/sites/${id}`)).status).toBe(404);
  expect((await claim(anna, publisher, "a.test")).body).toMatchObject({ id, state: "pending" });
  await check();
  expect(await livePlacements()).toHaveLength(1);
});
