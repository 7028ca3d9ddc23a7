import { listApprovedCreatives, type RegisteredBanner, registeredBanners } from "@litfass/adserver/index";
import { campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type SandboxProcess, startSandboxProcess } from "../../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { registerCreatives } from "./register-creatives.ts";
import { openXandr, XandrQuota, XandrRefusal } from "./xandr-client.ts";

let sandbox: SandboxProcess;
let stack: Stack;
let boss: TestClient;
let customer: TestClient;
let campaignId: number;
const member = "2739";
const wait = async () => {};

beforeAll(async () => {
  sandbox = await startSandboxProcess("http://localhost:8080");
  stack = await startStack({ env: sandbox.env });
  boss = await stack.signIn("super_admin");
  customer = await stack.signIn("customer");
  await creditCustomer(stack, customer.uid!);
  campaignId = await startCampaign(stack, customer);
  const added = await boss.post("/exchanges", {
    name: "xandr",
    secret: "k".repeat(32),
    settings: { ...settings, registration: { url: `${sandbox.url}/xandr`, user: "litfass" } },
    registration_password: "sandbox",
  });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
});
afterAll(async () => {
  await stack.close();
  await sandbox.stop();
});
beforeEach(() => reviews({}));

const settings = {
  networks: [],
  protocol: "2.5",
  profile: "xandr",
  account: member,
  currencies: [],
  formats: ["banner"],
  notices: ["win"],
  fee_percent: 0,
  fee_per_thousand: 0,
  fee_currency: "USD",
  minimum_margin: 0,
  target_margin: 0,
  requests_per_second: null,
  response_ms: null,
  network_ms: 20,
  domain: null,
  sync_url: null,
};

const reviews = (changes: object) =>
  fetch(`${sandbox.url}/xandr/reviews`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(changes),
  });
const run = () => registerCreatives(stack.platform);
const list = async (query = "") => (await boss.get(`/exchanges/xandr/creatives?per_page=100${query}`)).body;
const approved = async () => (await listApprovedCreatives(stack.platform.db)).get("xandr") ?? new Set();
const rejections = (client: TestClient) => client.get(`/user-campaigns/${campaignId}/exchange-rejections`);
const account = () => ({ url: `${sandbox.url}/xandr`, user: "litfass", password: "sandbox", member });
const open = (changes = {}) => openXandr(stack.platform.egress, { ...account(), ...changes }, wait);

const sample = (id: string): RegisteredBanner => ({
  id,
  creativeUuid: "7f0cfb4a-0000-4000-8000-000000000001",
  width: 300,
  height: 250,
  markup: `<div>${id}</div>`,
  landingUrl: "https://shop.example/",
});

test("finished banners of running campaigns are submitted, reviewed, and bid with once they are approved", async () => {
  await reviews({ isHeld: true });
  await run();
  await stack.platform.db.execute(sql`update users set company_name = 'Brothaus' where uid = ${customer.uid}`);
  const { data, counts } = await list();
  expect(data.length).toBeGreaterThan(3);
  const campaign = { id: campaignId, name: "Zopf", owner_name: "Brothaus" };
  expect(data[0]).toMatchObject({ status: "submitted", reason: "", campaign });
  expect((await list("&search=brothaus")).data).toEqual(data);
  expect(counts).toMatchObject({ submitted: data.length, approved: 0 });
  expect(await approved()).toEqual(new Set());
  await reviews({});
  await run();
  expect((await list()).counts).toMatchObject({ submitted: 0, approved: data.length });
  expect(await approved()).toEqual(new Set(data.map(({ creative_id }: { creative_id: string }) => creative_id)));
});

test("a rejection tells the advertiser the banner and the exchange's reason, and nobody else", async () => {
  const [first] = (await list()).data;
  const reason = "Creative does not display a clear brand";
  await reviews({ rejects: [{ code: first.creative_id, reason }] });
  await forceSubmission(first.creative_id);
  await run();
  expect((await list("&status=rejected")).data).toMatchObject([{ creative_id: first.creative_id, reason }]);
  expect((await approved()).has(first.creative_id)).toBe(false);
  const { width, height } = first;
  expect((await rejections(customer)).body).toEqual([
    { exchange: "xandr", creative_uuid: expect.any(String), width, height, reason },
  ]);
  const other = await stack.signIn("customer");
  expect((await rejections(other)).status).toBe(403);
  expect((await other.get("/exchanges/xandr/creatives")).status).toBe(403);

  // Staff submit it again, and now it passes.
  const path = `/exchanges/xandr/creatives/${first.creative_id}/resubmit`;
  await reviews({});
  expect((await boss.post(path)).body).toMatchObject({ status: "waiting", reason: "" });
  expect((await boss.post(path)).status).toBe(409);
  await run();
  expect((await list("&status=rejected")).data).toEqual([]);
  expect((await approved()).has(first.creative_id)).toBe(true);
  expect((await rejections(customer)).body).toEqual([]);
});

/** As if it had been submitted with other content. */
const forceSubmission = (id: string) =>
  stack.platform.db.execute(
    sql`update creative_registrations set content_hash = 'earlier content' where creative_id = ${id}`,
  );

test("changed content is submitted again, and does not run until it is approved again", async () => {
  const [first] = (await list()).data;
  await forceSubmission(first.creative_id);
  await reviews({ isHeld: true });
  await run();
  expect((await approved()).has(first.creative_id)).toBe(false);
  expect((await list("&status=submitted")).data).toMatchObject([
    { creative_id: first.creative_id, foreign_id: first.foreign_id },
  ]);
  await reviews({});
  await run();
  expect((await approved()).has(first.creative_id)).toBe(true);
});

test("above the quota the rest waits until the exchange takes calls again", async () => {
  const { data } = await list();
  for (const { creative_id } of data) await forceSubmission(creative_id);
  await reviews({ quota: { reads: 100, writes: 2 } });
  await run();
  expect((await list()).counts).toMatchObject({ waiting: data.length - 2 });
  await reviews({});
  await run();
  // One waits as long as Xandr said; the others had not been tried.
  expect((await list()).counts).toMatchObject({ waiting: 1, approved: data.length - 1 });
  stack.clock.advance(61_000);
  await run();
  expect((await list()).counts).toMatchObject({ waiting: 0, approved: data.length });
});

test("pages are read to the end; failing and expired calls are repeated; a wrong password and a used code are refused", async () => {
  await reviews({ quota: { reads: 100, writes: 1_000 } });
  const client = await open({ member: "7" });
  for (let at = 0; at < 230; at++) await client.submit(sample(`paged-${at}`), null);
  const read = async () => {
    const codes: string[] = [];
    for await (const { code } of client.list(null)) codes.push(code);
    return codes;
  };
  expect(await read()).toEqual(Array.from({ length: 230 }, (_, at) => `paged-${at}`));
  await reviews({ fails: 2 });
  expect(await read()).toHaveLength(230);
  await reviews({ signsOut: true });
  expect(await read()).toHaveLength(230);
  await expect(client.submit(sample("paged-1"), null)).rejects.toThrow(XandrRefusal);
  await expect(open({ password: "wrong" })).rejects.toThrow("UNAUTH");
  await reviews({ quota: { reads: 0, writes: 0 } });
  await expect(read()).rejects.toThrow(XandrQuota);
});

test("registered markup leads clicks through Xandr, and has the custom macro where a bid puts its token", async () => {
  const { rows } = await stack.platform.db.execute<{ payload: unknown }>(
    sql`select payload from campaign_snapshots where campaign_id = ${campaignId}`,
  );
  const [banner] = registeredBanners(campaignSnapshot.parse(rows[0]?.payload), "https://ads.example");
  expect(banner?.markup).toContain(`/t/impression?t=\${LITFASS_AD}&amp;a=\${AUCTION_ID}`);
  expect(banner?.markup).toMatch(/\/(?:c\?t|ad\/[0-9a-f]+\.html\?click)=\$\{LITFASS_AD\}&amp;x=\$\{CLICK_URL_ENC\}/);
});

test("the profile decides what an exchange's settings need", async () => {
  const change = async (changes: object) => {
    const { version } = (await boss.get("/exchanges/xandr")).body;
    const registration = { url: `${sandbox.url}/xandr`, user: "litfass" };
    return boss.put("/exchanges/xandr", { version, settings: { ...settings, registration, ...changes } });
  };
  expect((await change({ account: null })).body.errors).toHaveProperty(["settings.account"]);
  expect((await change({ account: "abc" })).body.errors).toHaveProperty(["settings.account"]);
  expect((await change({ protocol: "2.6" })).body.errors).toHaveProperty(["settings.protocol"]);
  expect((await change({ formats: ["video"] })).body.errors).toHaveProperty(["settings.formats"]);
  expect((await change({ registration: null })).body.errors).toHaveProperty(["settings.registration"]);
  expect((await change({ profile: "magnite", formats: ["video"] })).body.errors).toHaveProperty([
    "settings.registration",
  ]);
  const saved = await change({ account: "2740" });
  expect(saved.body).toMatchObject({
    has_registration_password: true,
    settings: { profile: "xandr", account: "2740", registration: { user: "litfass" } },
  });
  const { rows } = await stack.platform.db.execute<{ changes: unknown }>(
    sql`select changes from audit_entries where subject_id = 'xandr' order by id desc limit 1`,
  );
  expect(rows[0]?.changes).toEqual([{ field: "account", before: "2739", after: "2740" }]);
});
