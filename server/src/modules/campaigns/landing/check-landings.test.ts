import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Egress, EgressError } from "@litfass/platform/egress/egress";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDraft, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { readinessOf } from "../lifecycle/campaign-readiness.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CommandRunner } from "../run-as-job.ts";
import { checkLandingNow, checkLandings } from "./check-landings.ts";
import { mailLanding } from "./landing-mail.ts";
import { listLinks } from "./link-sql.ts";
import { malwareHosts } from "./malware-hosts.ts";

const hourMs = 3_600_000;
const list = path.join(mkdtempSync(path.join(tmpdir(), "litfass-hosts-")), "hosts");
writeFileSync(list, "# dangerous\n0.0.0.0 bad.test\nworse.test # for years\n");

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;
let runner: CommandRunner;
/** How the website answers, and single pages of it: a status, and where it redirects to. */
type Answer = { status: number; to?: string; isSilent?: boolean };
let site: Answer & { pages?: Record<string, Answer> };
let calls = 0;
let opened: string[] = [];

const egress: Egress = async (url, { mayFollow } = {}) => {
  calls += 1;
  const { status, to, isSilent } = site.pages?.[new URL(url).pathname] ?? site;
  opened.push(url);
  if (isSilent) throw new EgressError("no answer within 8000 ms", { cause: new Error("aborted") });
  if (to && mayFollow?.(new URL(url), new URL(to)) === false) throw new EgressError("refused");
  const body = Buffer.alloc(0);
  return { status, headers: new Headers(), body, text: () => "", json: () => null };
};

beforeAll(async () => {
  stack = await startStack({ env: { LANDING_CHECKS: "on", MALWARE_HOSTS_FILE: list } });
  anna = await stack.signIn({ uid: "anna-1", role: "customer", lang: "de" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1", 9_000_000_000n);
  runner = { platform: { ...stack.platform, egress }, execute: stack.app.services.execute };
});
afterAll(() => stack.close());
beforeEach(() => {
  site = { status: 200 };
  opened = [];
});

/** A draft whose link leads to `www.<name>.test`. */
async function draft(name: string): Promise<number> {
  const id = await createDraft(stack, anna, { name, destination_url: null });
  // The link of a name that only this test resolves.
  const link = `https://www.${name}.test/`;
  await stack.platform.db.execute(sql`update campaigns set destination_url = ${link} where id = ${id}`);
  return id;
}
/** Starts a draft without a call of its website, as if it had been checked just now. */
async function started(name: string): Promise<number> {
  const id = await draft(name);
  await checkLandingNow(runner, { id, destinationUrl: `https://www.${name}.test/`, feedUrl: null });
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  return id;
}
const later = async (hours: number): Promise<number> => {
  stack.clock.advance(hours * hourMs);
  return checkLandings(runner);
};
const deliveryOf = async (id: number) => (await anna.get(`/user-campaigns/${id}`)).body.delivery;
const reviewsOf = async (id: number) => {
  const { rows } = await stack.platform.db.execute<{
    status: string;
    cause: { code: string; value: string } | null;
    reasons: string[];
  }>(sql`select status, cause, reasons from creative_reviews where campaign_id = ${id} order by id`);
  return rows;
};
const reviewOf = async (id: number) =>
  (await reviewer.get("/creative-reviews?per_page=100&status=pending")).body.data.find(
    ({ campaign }: { campaign: number }) => campaign === id,
  );
const mailsQueued = async (campaign: number) => {
  const { rows } = await stack.platform.db.execute<{ kind: string }>(sql`select data->>'kind' as kind from pgboss.job
    where name = 'campaigns.landing-mail' and data->>'campaign' = ${String(campaign)} order by created_on`);
  return rows.map(({ kind }) => kind);
};
/** Ends the campaigns of a test, so that the next one checks only its own. */
const end = (id: number) =>
  stack.platform.db.execute(sql`update campaigns set status = 'PAUSED' where id = ${id} and status = 'ACTIVE'`);

test("a page that does not open keeps a draft from starting, with the reason at the link", async () => {
  const id = await draft("gone");
  site = { status: 404 };
  await checkLandingNow(runner, { id, destinationUrl: "https://www.gone.test/", feedUrl: null });
  const { rows } = await stack.platform.db.execute(sql`select outcome, failures from landing_checks`);
  expect(rows).toEqual([{ outcome: "unreachable", failures: 1 }]);
  const row = await campaignRowById(stack.platform.db, id);
  if (!row) throw new Error("no campaign");
  const issues = await readinessOf(stack.platform.db, row, stack.clock.now(), "de");
  expect(issues).toEqual([
    { code: "destination_unreachable", step: "link", message: expect.stringContaining("www.gone.test: 404") },
  ]);
  site = { status: 200 };
  await checkLandingNow(runner, row);
  expect(await readinessOf(stack.platform.db, row, stack.clock.now(), "de")).toEqual([]);
  // It may block calls from a data center.
  stack.clock.advance(hourMs);
  site = { status: 200, isSilent: true };
  await checkLandingNow(runner, row);
  expect(await readinessOf(stack.platform.db, row, stack.clock.now(), "de")).toEqual([]);
});

test("a running campaign's page is checked daily, sooner after failures, and its owner is told once", async () => {
  const id = await started("shop");
  expect(await later(1)).toBe(0);
  site = { status: 500 };
  expect(await later(23)).toBe(1);
  expect(await later(0.5)).toBe(0);
  expect(await later(0.5)).toBe(1);
  expect(await mailsQueued(id)).toEqual([]);
  expect((await deliveryOf(id)).reason).not.toContain("Link");
  expect(await later(4)).toBe(1);
  expect(await mailsQueued(id)).toEqual(["unreachable"]);
  expect(await later(24)).toBe(1);
  expect(await mailsQueued(id)).toEqual(["unreachable"]);
  expect((await deliveryOf(id)).reason).toContain("Ihr Link lässt sich nicht öffnen");
  expect((await anna.get(`/user-campaigns/${id}`)).body.status).toBe("ACTIVE");
  await mailLanding(stack.platform, { campaign: id, kind: "unreachable" });
  expect(stack.outbox.at(-1)).toMatchObject({ subject: expect.stringContaining("lässt sich nicht öffnen: shop") });
  site = { status: 200 };
  expect(await later(24)).toBe(1);
  expect((await deliveryOf(id)).reason).not.toContain("Link");
  await end(id);
});

test("another final domain goes to the reviewers once, while the approved ads keep running", async () => {
  const id = await started("moving");
  const pixel = "https://pixel.agency.example/i";
  await stack.platform.db.execute(
    sql`update creative_reviews set impression_trackers = array[${pixel}] where campaign_id = ${id}`,
  );
  site = { status: 200, to: "https://www.casino.test/" };
  expect(await later(25)).toBe(1);
  expect(await reviewsOf(id)).toMatchObject([
    { status: "approved" },
    { status: "pending", cause: { code: "landing.moved", value: "moving.test → casino.test" } },
  ]);
  // What measured the approved ads is part of what is approved again.
  expect((await reviewOf(id)).impression_trackers).toEqual([pixel]);
  expect(await mailsQueued(id)).toEqual(["moved"]);
  const live = await stack.platform.db.execute(
    sql`select 1 from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  expect(live.rows).toHaveLength(1);
  await later(25);
  expect(await reviewsOf(id)).toHaveLength(2);
  await end(id);
});

test("a redirect to a listed host stops the ads until a reviewer decides", async () => {
  const id = await started("hacked");
  site = { status: 200, to: "https://cdn.bad.test/" };
  expect(await later(25)).toBe(1);
  expect(await reviewsOf(id)).toMatchObject([
    { status: "replaced" },
    { status: "pending", cause: { code: "landing.listed", value: "cdn.bad.test" } },
  ]);
  const { rows } = await stack.platform.db.execute(
    sql`select 1 from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  expect(rows).toEqual([]);
  expect((await deliveryOf(id)).state).toBe("in_review");
  expect(await mailsQueued(id)).toEqual(["malware"]);
  await later(25);
  expect(await reviewsOf(id)).toHaveLength(2);
  await end(id);
});

/** A running campaign whose banners in two formats show these products, as a feed's new items do. */
async function startedWithProducts(name: string, pages: string[]): Promise<number> {
  const id = await started(name);
  const links = pages.map((page) => `https://www.${name}.test${page}`);
  const feed = `https://www.${name}.test/feed.json`;
  await stack.platform.db.execute(sql`update campaigns set feed_url = ${feed} where id = ${id}`);
  await stack.platform.db.execute(sql`
    insert into campaign_feeds (campaign_id, url, items, checked_at, good_at, drawn, drawn_for)
    select ${id}, ${feed}, '[]', now(), now(), jsonb_agg(c || jsonb_build_object('destinationUrl', link.url)), r.id
    from creative_reviews r, jsonb_path_query(r.creatives, '$[0 to 1]') c,
      unnest(${sql.param(links)}::text[]) link (url)
    where r.campaign_id = ${id} and r.status = 'approved' group by r.id`);
  await publishAgain(id);
  return id;
}
const publishAgain = (id: number) =>
  stack.platform.db.transaction(async (tx) => {
    const row = await campaignRowById(tx, id);
    if (row) await publish(tx as WriteTransaction, { ...row, version: row.version + 1 });
  });
const linksOf = async (id: number) => (await listLinks(stack.platform.db, [id])).get(id) ?? [];

test("pages of single products are opened once each, and the owner reads which banners lead to a broken one", async () => {
  const id = await startedWithProducts("market", ["/bread", "/rolls", "/"]);
  const formats = [expect.stringMatching(/^\d+x\d+$/), expect.stringMatching(/^\d+x\d+$/)];
  expect(await linksOf(id)).toMatchObject([
    { url: "https://www.market.test/bread", formats },
    { url: "https://www.market.test/rolls", formats },
  ]);
  opened = [];
  site = { status: 200, pages: { "/bread": { status: 404 } } };
  expect(await later(0)).toBe(2);
  // A page that fails by HEAD is opened by GET too.
  expect(opened.sort()).toEqual([
    ...["https://www.market.test/bread", "https://www.market.test/bread"],
    "https://www.market.test/rolls",
  ]);
  expect([await later(1), await later(4)]).toEqual([1, 1]);
  expect(await mailsQueued(id)).toEqual(["link"]);
  const [broken] = await linksOf(id);
  const named = broken?.formats.join(", ");
  expect((await deliveryOf(id)).reason).toContain(
    `der Link der Anzeigen ${named} lässt sich nicht öffnen: https://www.market.test/bread`,
  );
  await mailLanding(stack.platform, { campaign: id, kind: "link", link: broken });
  expect(stack.outbox.at(-1)?.text).toContain(`(${named}) führen zu https://www.market.test/bread`);
  site = { status: 200 };
  await later(25);
  expect((await deliveryOf(id)).reason).not.toContain("Link");
  await end(id);
});

test("a product that leads to another website goes to the reviewers, one on a listed host stops the ads", async () => {
  const id = await startedWithProducts("bazaar", ["/bread", "/rolls"]);
  site = { status: 200, pages: { "/bread": { status: 200, to: "https://www.casino.test/" } } };
  await later(0);
  const value = "https://www.bazaar.test/bread: bazaar.test → casino.test";
  expect((await reviewsOf(id)).at(-1)).toMatchObject({ status: "pending", cause: { code: "landing.moved", value } });
  site = { status: 200, pages: { "/rolls": { status: 200, to: "https://bad.test/" } } };
  await later(25);
  expect((await reviewsOf(id)).at(-1)).toMatchObject({
    cause: { code: "landing.listed", value: "https://www.bazaar.test/rolls: bad.test" },
  });
  const live = await stack.platform.db.execute(
    sql`select 1 from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  expect([live.rows, await mailsQueued(id)]).toEqual([[], ["moved", "malware"]]);
  await end(id);
});

test("a campaign with a product on a listed host cannot start; a product's missing page keeps none from starting", async () => {
  const id = await draft("fair");
  const link = "https://www.fair.test/";
  const feedUrl = `${link}feed.json`;
  const items = JSON.stringify([{ title: "Bread", link: `${link}bread` }]);
  await stack.platform.db.execute(sql`insert into campaign_feeds (campaign_id, url, items, checked_at, good_at)
    values (${id}, ${feedUrl}, ${items}::jsonb, ${stack.clock.now().toISOString()}, ${stack.clock.now().toISOString()})`);
  await stack.platform.db.execute(sql`update campaigns set feed_url = ${feedUrl} where id = ${id}`);
  const issues = async (bread: Answer) => {
    site = { status: 200, pages: { "/bread": bread } };
    const row = await campaignRowById(stack.platform.db, id);
    if (!row) throw new Error("no campaign");
    await checkLandingNow(runner, row);
    return (await readinessOf(stack.platform.db, row, stack.clock.now(), "de")).map(({ code }) => code);
  };
  expect(await issues({ status: 404 })).toEqual([]);
  expect(await issues({ status: 200, to: "https://bad.test/" })).toEqual(["destination_malware"]);
  expect(await issues({ status: 200 })).toEqual([]);
});

/** A tag of an ad server that the operator allows, around these links. */
async function saveTag(id: number, links: string) {
  const boss = await stack.signIn("super_admin");
  const { version } = (await boss.get("/settings/operator")).body.third_party;
  const settings = { hosts: ["agency.example"] };
  await boss.put("/settings/operator/third-party", { version, note: "Agency", settings });
  const tag = `${links}<img src="https://ad.agency.example/i" alt="">`;
  const { body } = await anna.post(`/user-creatives/${id}/third-party-tags`, { format: "300x250", tag });
  expect(body.banner).toMatchObject({ kind: "third_party" });
  const chosen = { creative_ids: [body.banner.creative] };
  expect((await anna.put(`/user-campaigns/${id}/creative-ids`, chosen)).status).toBe(200);
}

test("the page that a tag declares is checked before the start and daily; a reviewer reads which, or that none is known", async () => {
  const id = await draft("tagged");
  const offer = "https://www.tagged.test/offer";
  const counted = "https://ad.agency.example/click?u=1";
  await saveTag(id, `<a href="%%CLICK_URL_UNESC%%${offer}">x</a><a href="${counted}">y</a>`);
  const row = await campaignRowById(stack.platform.db, id);
  if (!row) throw new Error("no campaign");
  site = { status: 200, pages: { "/offer": { status: 200, to: "https://bad.test/" } } };
  await checkLandingNow(runner, row);
  const issues = await readinessOf(stack.platform.db, row, stack.clock.now(), "de");
  expect(issues.map(({ code }) => code)).toEqual(["destination_malware"]);
  site = { status: 200 };
  await checkLandingNow(runner, row);
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  const review = await reviewOf(id);
  expect(review.creatives.map((each: { landing_urls: string[] }) => each.landing_urls)).toEqual([[offer]]);
  expect((await reviewer.post(`/creative-reviews/${review.id}/approve`)).status).toBe(200);
  expect(await linksOf(id)).toMatchObject([{ url: offer, formats: ["300x250"] }]);
  opened = [];
  site = { status: 200, pages: { "/offer": { status: 200, to: "https://bad.test/" } } };
  // It was fine at the start, so the next check is tomorrow's.
  await later(25);
  expect(opened).toContain(offer);
  expect(opened).not.toContain(counted);
  expect((await reviewsOf(id)).at(-1)).toMatchObject({
    cause: { code: "landing.listed", value: `${offer}: bad.test` },
  });
  await end(id);

  const unknown = await draft("unknown");
  site = { status: 200 };
  await saveTag(unknown, `<script src="https://ad.agency.example/js?c=%%CLICK_URL_ESC%%"></script>`);
  const started = await campaignRowById(stack.platform.db, unknown);
  if (!started) throw new Error("no campaign");
  await checkLandingNow(runner, started);
  await anna.post(`/user-campaigns/${unknown}/activate`);
  expect((await reviewOf(unknown)).creatives).toMatchObject([{ is_third_party: true, landing_urls: [] }]);
  await end(unknown);
});

test("while another link waits for the reviewers, the approved one is still checked", async () => {
  const id = await started("before");
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false, destination_changes: true });
  expect((await anna.put(`/user-campaigns/${id}`, { destination_url: "https://www.after.example/" })).status).toBe(200);
  opened = [];
  await later(0);
  expect(opened.sort()).toEqual(["https://www.after.example/", "https://www.before.test/"]);
  expect(await reviewsOf(id)).toHaveLength(2);
  await end(id);
});

test("an installation may do without these checks, as the demo does", async () => {
  const before = calls;
  const platform = { ...runner.platform, config: { ...runner.platform.config, checksLandingPages: false } };
  await checkLandingNow(
    { ...runner, platform },
    { id: 1, destinationUrl: "https://www.brothaus.test/", feedUrl: null },
  );
  expect(await checkLandings({ ...runner, platform })).toBe(0);
  expect(calls).toBe(before);
});

test("a list of hosts covers subdomains, and one that cannot be read fails", async () => {
  const { platform } = stack;
  const withFile = (malwareHostsFile: string | null) =>
    malwareHosts({ ...platform, config: { ...platform.config, malwareHostsFile } });
  const isMalware = await withFile(list);
  expect(["bad.test", "a.BAD.test.", "worse.test"].map(isMalware)).toEqual([true, true, true]);
  expect(["notbad.test", "test", "for", "years"].map(isMalware)).toEqual([false, false, false, false]);
  expect((await withFile(null))("bad.test")).toBe(false);
  await expect(withFile(`${list}-absent`)).rejects.toThrow("ENOENT");
});
