import { findAdFile, findHeldAdFile } from "@litfass/adserver/sync/ad-file-sql";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignSettings, creditCustomer } from "../../../../testing/campaigns.ts";
import type { TestClient } from "../../../../testing/client.ts";
import { type Stack, startStack } from "../../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  boss = await stack.signIn("super_admin");
  await creditCustomer(stack, "anna-1");
  expect((await allow(["agency.example", "doubleclick.net", "googletagservices.com", "2mdn.net"])).status).toBe(200);
});
afterAll(() => stack?.close());

async function allow(hosts: string[]) {
  const { version } = (await boss.get("/settings/operator")).body.third_party;
  return boss.put("/settings/operator/third-party", { version, note: "Agency", settings: { hosts } });
}
const draft = async (name: string): Promise<number> =>
  (await anna.post("/user-campaigns", { ...campaignSettings, name })).body.id;
const path = (campaign: number) => `/user-creatives/${campaign}/third-party-tags`;
const save = (campaign: number, tag: string, format = "300x250", client = anna) =>
  client.post(path(campaign), { format, tag });
const codesOf = (report: { findings: { code: string }[] }) => report.findings.map(({ code }) => code);

const insTag = `<ins class='dcmads' style='display:inline-block;width:300px;height:250px'
  data-dcm-placement='N1.2SITE/B3.4' data-dcm-rendering-mode='iframe' data-dcm-click-tracker='%%CLICK_URL_UNESC%%'>
  <script src='https://www.googletagservices.com/dcm/dcmads.js'></script></ins>`;

test("a tag becomes the campaign's banner in its format, with a report that recognizes its network", async () => {
  const id = await draft("Taken");
  const { status, body } = await save(id, insTag);
  expect([status, body.banner]).toMatchObject([
    200,
    { kind: "third_party", format: "300x250", name: "Campaign Manager 360", report: { ok: true, browser: "off" } },
  ]);
  expect(codesOf(body.report)).toEqual(["tag_network"]);
  expect(body.report.findings[0].message).toContain("data-dcm-click-tracker");
  const again = await save(id, `<img src="https://ad.agency.example/i" alt="">`);
  expect(again.body.banner).toMatchObject({ creative: body.banner.creative, name: "Third-party tag" });
  expect(codesOf(again.body.report)).toEqual(["tag_no_click"]);
  const listed = (await anna.get(`/user-creatives/${id}/own-banners`)).body;
  expect(listed.banners).toHaveLength(1);
  expect(listed.third_party_hosts).toContain("agency.example");
});

test.each([
  [
    "a host that is not allowed",
    `<script src="https://cdn.evil.example/a.js"></script>`,
    "tag_host",
    "cdn.evil.example",
  ],
  ["a host that ends like an allowed one", `<img src="https://notagency.example/i">`, "tag_host", "notagency.example"],
  ["a user name like an allowed host", `<img src="https://agency.example@evil.example/">`, "tag_host", "evil.example"],
  ["without a scheme", `<iframe src="//evil.example/x"></iframe>`, "tag_host", "evil.example"],
  ["in a script", `<script>new Image().src = "https:\\/\\/evil.example\\/i"</script>`, "tag_host", "evil.example"],
  ["in a style", `<img style="background:url(//evil.example/x)">`, "tag_host", "evil.example"],
  ["in noscript", `<noscript><img src="https://evil.example/i"></noscript>`, "tag_host", "evil.example"],
  ["in a handler", `<img src="data:," onerror="fetch('https://evil.example')">`, "tag_host", "evil.example"],
  ["in a srcset", `<img srcset="https://evil.example/2x.png 2x">`, "tag_host", "evil.example"],
  ["without encryption", `<img src="http://ad.agency.example/i">`, "tag_insecure", "http://ad.agency.example/i"],
  ["without a host", `<script src="banner.js"></script>`, "tag_relative", "banner.js"],
  ["a redirect", `<meta http-equiv="refresh" content="0;url=x"><img src="data:,">`, "tag_redirect", undefined],
  ["plain text", "Hello", "tag_empty", undefined],
])("a tag is refused with the reason: %s", async (name, tag, code, file) => {
  const id = await draft(name);
  const { status, body } = await save(id, tag);
  expect([status, body.banner, body.report.ok]).toEqual([200, null, false]);
  const finding = body.report.findings.find((each: { code: string }) => each.code === code);
  expect(finding).toMatchObject({ severity: "error", files: file === undefined ? [] : [file] });
  if (file !== undefined) expect(finding.message).toContain(file);
  expect((await anna.get(`/user-creatives/${id}/own-banners`)).body.banners).toEqual([]);
});

test("destinations of links and click macros are no resources, and a network's other hosts are advised", async () => {
  const id = await draft("Links");
  const link = `<a href="%%CLICK_URL_UNESC%%https://shop.example/"><img src="https://ad.agency.example/i"></a>`;
  expect(codesOf((await save(id, link)).body.report)).toEqual([]);
  const inScript = `<script>var click = "\${CLICK_URL}https://shop.example/"; /* http://www.w3.org/2000/svg */</script>`;
  expect(codesOf((await save(id, inScript)).body.report)).toEqual([]);
  const misplaced = `${insTag.replace("%%CLICK_URL_UNESC%%", "")}<a href="%%CLICK_URL_UNESC%%https://shop.example/"></a>`;
  expect(codesOf((await save(id, misplaced)).body.report).sort()).toEqual(["tag_click_place", "tag_network"]);
  await allow(["agency.example", "googletagservices.com"]);
  const { report } = (await save(id, insTag)).body;
  expect(report.findings.find((each: { code: string }) => each.code === "tag_network_host")).toMatchObject({
    severity: "warning",
    files: ["doubleclick.net", "2mdn.net"],
  });
  await allow(["agency.example", "doubleclick.net", "googletagservices.com", "2mdn.net"]);
});

test("a tag has at most 16 KB, an offered format, and can be parsed", async () => {
  const id = await draft("Limits");
  const long = `<img src="https://ad.agency.example/i" alt="${"ä".repeat(9_000)}">`;
  const tooLong = await save(id, long);
  expect([tooLong.status, tooLong.body.errors.tag]).toEqual([422, ["A tag has at most 16 KB"]]);
  expect((await save(id, "")).status).toBe(422);
  const odd = await save(id, insTag, "260x260");
  expect([odd.status, odd.body.errors.format]).toEqual([422, ["Choose one of the offered formats"]]);
  const deep = await save(id, "<b>".repeat(5_400));
  expect(deep.status).toBeLessThan(500);
});

test("only those who may edit the campaign save tags, and a started campaign keeps its formats", async () => {
  const id = await draft("Roles");
  const ben = await stack.signIn("customer");
  expect((await save(id, insTag, "300x250", ben)).status).toBe(403);
  expect((await save(id, insTag, "300x250", stack.visitor())).status).toBe(401);
  expect((await save(id, insTag, "300x250", await stack.signIn("sales"))).status).toBe(403);
  expect((await save(999_999, insTag)).status).toBe(404);
});

test("only operators allow hosts; public suffixes and too many are refused", async () => {
  expect(
    (await anna.put("/settings/operator/third-party", { version: 0, note: "x", settings: { hosts: [] } })).status,
  ).toBe(403);
  const suffix = await allow(["agency.example", "co.uk"]);
  expect([suffix.status, Object.keys(suffix.body.errors)]).toEqual([422, ["settings.hosts.1"]]);
  expect((await allow(["https://agency.example/path"])).status).toBe(422);
  const many = Array.from({ length: 50 }, (_, i) => `a-rather-long-name-of-a-host-${i}.example`);
  expect((await allow(many)).body.errors["settings.hosts"][0]).toMatch(/more than 1000 characters/);
});

test("a tag is always reviewed, whatever the policy, previewed by a signed URL, and marked in the snapshot", async () => {
  const reviewer = await stack.signIn("campaign_manager");
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
  const id = await draft("Reviewed");
  const { banner } = (await save(id, insTag)).body;
  await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids: [banner.creative] });
  const preview = await anna.get(`/${banner.preview_url}`);
  const address = new URL(String(preview.headers.location));
  const hash = address.pathname.slice(4, 44);
  expect(address.searchParams.get("preview")).toBeTruthy();
  const { db } = stack.platform;
  expect([await findAdFile(db, hash), (await findHeldAdFile(db, hash))?.isThirdParty]).toEqual([null, true]);

  expect((await anna.get(`/user-campaigns/${id}/review`)).body.needed).toBe(true);
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  expect((await anna.get(`/user-campaigns/${id}`)).body.delivery.state).toBe("in_review");
  expect(await findAdFile(db, hash)).toBeNull();
  const queue = (await reviewer.get("/creative-reviews?per_page=100")).body.data;
  const review = queue.find((each: { campaign: number }) => each.campaign === id);
  expect(review.creatives).toMatchObject([{ is_third_party: true }]);
  const shown = await reviewer.get(`//creatives/review/${review.id}/${hash}`);
  expect([shown.status, String(shown.headers.location)]).toEqual([
    302,
    expect.stringContaining(`/ad/${hash}.html?preview=`),
  ]);
  expect((await reviewer.post(`/creative-reviews/${review.id}/approve`)).status).toBe(200);
  expect((await findAdFile(db, hash))?.body.toString()).toContain(insTag);
  const { rows } = await db.execute<{ creatives: object[] }>(
    sql`select payload -> 'creatives' as creatives from campaign_snapshots where campaign_id = ${id}`,
  );
  expect(rows[0]?.creatives).toMatchObject([{ kind: "html", fileHash: hash, isThirdParty: true }]);

  // A replaced tag of the running campaign waits again; the copy has the tag too.
  stack.clock.advance(60_000);
  const changed = await save(id, insTag.replace("B3.4", "B3.5"));
  expect(changed.status).toBe(200);
  expect((await save(id, insTag, "994x250")).status).toBe(409);
  expect((await anna.post(`/user-campaigns/${id}/review`)).body.status).toBe("pending");
  const copy = (await anna.post(`/user-campaigns/${id}/copy`)).body.id;
  expect((await anna.get(`/user-creatives/${copy}/own-banners`)).body.banners).toMatchObject([{ kind: "third_party" }]);
});
