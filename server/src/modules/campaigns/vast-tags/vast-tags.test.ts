import { createEgress, type Egress } from "@litfass/platform/egress/egress";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaignSettings, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type SandboxProcess, startSandboxProcess } from "../../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import type { CommandRunner } from "../run-as-job.ts";
import { checkVastTags } from "./check-vast-tags.ts";
import { mailVastTag, type VastTagMailJob, vastTagMailJob } from "./vast-tag-mail.ts";

const host = "tag.agency.example";
const dayMs = 86_400_000;
let stack: Stack;
let sandbox: SandboxProcess;
let anna: TestClient;
let boss: TestClient;
let staff: TestClient;
let runner: CommandRunner;
let called: string[];

beforeAll(async () => {
  sandbox = await startSandboxProcess("http://localhost:8080");
  stack = await startStack();
  // The agency's ad server is the sandbox, under a name that is no real one.
  const { host: address } = new URL(sandbox.url);
  const direct = createEgress({ privateHosts: [address] });
  const egress: Egress = (url, request) => {
    called.push(url);
    return direct(
      url.replace(`https://${host}/vast/`, `https://${host}/`).replace(`https://${host}/`, `${sandbox.url}/vast/`),
      request,
    );
  };
  Object.assign(stack.platform, { egress });
  runner = { platform: stack.platform, execute: stack.app.services.execute };
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  boss = await stack.signIn("super_admin");
  staff = await stack.signIn("campaign_manager");
  await creditCustomer(stack, "anna-1");
});
afterAll(async () => {
  await stack?.close();
  await sandbox?.stop();
});
beforeEach(async () => {
  called = [];
  await allow(["agency.example"]);
  await answerWith(15);
});

async function allow(hosts: string[]): Promise<void> {
  const { version } = (await boss.get("/settings/operator")).body.third_party;
  await boss.put("/settings/operator/third-party", { version, note: "Agency", settings: { hosts } });
}
const answerWith = (seconds: number) =>
  fetch(`${sandbox.url}/vast/spot`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seconds }),
  });
const draft = async (name: string, type = "video"): Promise<number> =>
  (await anna.post("/user-campaigns", { ...campaignSettings, name, type })).body.id;
const tagOf = (scenario: string) => `https://${host}/${scenario}?host=${host}`;
const stated = { duration: 15, width: 640, height: 360 };
const save = (id: number, tag: string, more: object = {}, client = anna) =>
  client.put(`/user-campaigns/${id}/vast-tag`, { ...stated, tag, ...more });

async function snapshotOf(id: number) {
  const { rows } = await stack.platform.db.execute<{ creatives: { fileHash: string; vastTag: object }[] | null }>(
    sql`select payload -> 'creatives' as creatives from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  return rows[0]?.creatives ?? null;
}
const reviewOf = async (id: number) =>
  (await staff.get("/creative-reviews?per_page=100&status=pending")).body.data.find(
    (each: { campaign: number }) => each.campaign === id,
  );

test("a tag is followed to its video, with macros filled, and becomes the video of the campaign", async () => {
  const id = await draft("Followed");
  const { status, body } = await save(id, `${tagOf("wrapper")}&g=[GDPR]&ord=[CACHEBUSTING]`);
  expect([status, body]).toMatchObject([
    200,
    {
      ...stated,
      problem: null,
      answer: {
        version: 3,
        wrappers: 1,
        hosts: [host],
        ad_system: "Agency",
        duration: 15,
        click_host: "www.shop.example",
      },
    },
  ]);
  expect(body.answer.media.map(({ type, width, kbps }: Record<string, unknown>) => [type, width, kbps])).toEqual([
    ["video/mp4", 640, 800],
    ["video/mp4", 1280, 2000],
    ["video/webm", 640, 700],
  ]);
  expect(called).toEqual([
    `${tagOf("wrapper")}&g=0&ord=10000001`,
    expect.stringMatching(/^https:\/\/tag\.agency\.example\/vast\/inline/),
  ]);
});

test("the creative of a tag is described as the wrapper of bids, to its owner and staff", async () => {
  const id = await draft("Described");
  const { creative, url } = (await save(id, `${tagOf("wrapper")}&ord=[CACHEBUSTING]`)).body;
  const page = (client: TestClient) => client.get(`//creatives/${creative}.xml`);
  const { status, text, headers } = await page(anna);
  expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect(headers["content-type"]).toContain("application/xml");
  expect(text).toContain(`<VASTAdTagURI><![CDATA[${url}]]></VASTAdTagURI>`);
  expect(text).toContain("<Wrapper ");
  expect(text).not.toMatch(/<(?:InLine|MediaFile|ClickThrough)\b/);
  expect((await page(staff)).status).toBe(200);
  expect((await page(await stack.signIn("customer"))).status).toBeGreaterThanOrEqual(403);
  expect((await page(stack.visitor())).status).toBeGreaterThanOrEqual(401);
});

test("a pasted VAST document gives its tag's address, and a document without one is refused", async () => {
  const id = await draft("Document");
  const document = (tag: string) =>
    `<VAST version="4.2"><Ad><Wrapper><AdSystem>A</AdSystem><VASTAdTagURI><![CDATA[ ${tag} ]]></VASTAdTagURI></Wrapper></Ad></VAST>`;
  expect((await save(id, document(tagOf("inline")))).body.url).toBe(tagOf("inline"));
  expect((await save(id, `<VAST version="4.2"></VAST>`)).body.errors.tag[0]).toMatch(/https address of a VAST tag/);
});

test.each([
  [
    "another scheme",
    `http://${host}/inline`,
    "tag",
    "This address is not encrypted (https): http://tag.agency.example/inline",
  ],
  ["no address", "tag.agency.example", "tag", /^Enter the https address/],
  ["a host that is not allowed", "https://evil.example/v", "tag", /hosts that are not allowed: evil\.example/],
  ["a user name like an allowed host", `https://${host}@evil.example/v`, "tag", /not allowed: evil\.example/],
  ["an unknown tag", tagOf("unknown"), "tag", "The tag does not answer (tag.agency.example: 404)"],
  ["no ad", tagOf("no-ad"), "tag", /answers without an ad/],
  ["no VAST", tagOf("broken"), "tag", "The answer of tag.agency.example is no VAST document"],
  ["an ad pod", tagOf("pod"), "tag", /several ads/],
  ["a loop", tagOf("loop"), "tag", /leads back to itself/],
  ["too many wrappers", tagOf("deep"), "tag", /more than 4 wrappers/],
  ["a file without encryption", tagOf("http"), "tag", /not encrypted \(https\): http:\/\/tag/],
  ["a pixel of another host", tagOf("elsewhere"), "tag", /not allowed: elsewhere\.example/],
  ["a program in the player", tagOf("vpaid"), "tag", /without running code \(VPAID\)/],
])("a tag is refused at its field: %s", async (name, tag, field, text) => {
  const id = await draft(`Refused ${name}`);
  const { status, body } = await save(id, tag);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect(body.errors[field][0]).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
  expect((await anna.get(`/user-campaigns/${id}/vast-tag`)).body.tag).toBeNull();
});

test("what is stated must be what the tag answers", async () => {
  const id = await draft("Stated");
  expect((await save(id, tagOf("inline"), { duration: 20 })).body.errors).toEqual({
    duration: ["The tag's video lasts 15 seconds"],
  });
  expect((await save(id, tagOf("inline"), { width: 1920, height: 1080 })).body.errors).toEqual({
    width: ["The tag's video has other sizes: 640 × 360, 1280 × 720"],
  });
});

test("only editors of a video campaign save tags, and none without allowed hosts", async () => {
  const id = await draft("Access");
  const ben = await stack.signIn("customer");
  expect((await save(id, tagOf("inline"), {}, ben)).status).toBe(403);
  expect((await save(id, tagOf("inline"), {}, stack.visitor())).status).toBe(401);
  expect(called).toEqual([]);
  expect((await save(await draft("Banner", "display"), tagOf("inline"))).status).toBe(409);
  await allow([]);
  expect((await save(id, tagOf("inline"))).body.errors.tag).toEqual(["VAST tags are not accepted here"]);
});

async function running(name: string): Promise<number> {
  const id = await draft(name);
  expect((await save(id, tagOf("wrapper"))).status).toBe(200);
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  const review = await reviewOf(id);
  expect(review.creatives[0]).toMatchObject({
    ...{ kind: "video", is_third_party: true },
    vast_tag: { url: tagOf("wrapper"), media_url: expect.stringContaining("/15s-640.mp4?signature=") },
    landing_urls: ["https://www.shop.example/summer"],
  });
  expect(await snapshotOf(id)).toBeNull();
  expect((await staff.post(`/creative-reviews/${review.id}/approve`)).status).toBe(200);
  return id;
}
async function checkTomorrow(): Promise<void> {
  stack.clock.advance(dayMs);
  await checkVastTags(runner);
}

test("a tag is always reviewed, published with its files and hosts, and copied", async () => {
  await staff.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
  const id = await running("Reviewed");
  const creatives = await snapshotOf(id);
  expect(creatives).toHaveLength(3);
  expect(creatives?.[0]).toMatchObject({
    ...{ kind: "video", width: 640, durationSeconds: 15, contentType: "video/mp4", bitrateKbps: 800 },
    ...{ isThirdParty: true, vastTag: { url: tagOf("wrapper"), hosts: [host], version: 3 } },
  });
  const links = await stack.platform.db.execute(sql`select url, formats from link_checks where campaign_id = ${id}`);
  expect(links.rows).toEqual([
    { url: "https://www.shop.example/summer", formats: expect.arrayContaining(["640x360", "1280x720"]) },
  ]);
  const copy = (await anna.post(`/user-campaigns/${id}/copy`)).body.id;
  expect((await anna.get(`/user-campaigns/${copy}/vast-tag`)).body.tag.url).toBe(tagOf("wrapper"));
  // Another signature of the same files is no other content.
  await checkTomorrow();
  expect([await reviewOf(id), (await snapshotOf(id))?.length]).toEqual([undefined, 3]);
});

test("a tag that answers with another video stops until it is reviewed", async () => {
  const id = await running("Changed");
  const before = (await snapshotOf(id))?.[0]?.fileHash;
  await answerWith(20);
  await checkTomorrow();
  expect(await snapshotOf(id)).toBeNull();
  const review = await reviewOf(id);
  expect(review).toMatchObject({ kind: "change", cause: "The VAST tag answers with other content than before" });
  // A later check with the same answer submits nothing again.
  await checkTomorrow();
  expect((await reviewOf(id)).id).toBe(review.id);
  await staff.post(`/creative-reviews/${review.id}/approve`);
  const after = await snapshotOf(id);
  expect(after?.[0]).toMatchObject({ durationSeconds: 20 });
  expect(after?.[0]?.fileHash).not.toBe(before);
});

test("a tag without an answer runs on and is called again in an hour; one that leads elsewhere stops", async () => {
  const id = await running("Failing");
  await sandboxFault(async () => checkTomorrow());
  expect(await snapshotOf(id)).toHaveLength(3);
  expect((await anna.get(`/user-campaigns/${id}/vast-tag`)).body.tag.problem).toMatch(/does not answer/);
  stack.clock.advance(3_600_000);
  await checkVastTags(runner);
  expect((await anna.get(`/user-campaigns/${id}/vast-tag`)).body.tag.problem).toBeNull();
  await allow(["other.example"]);
  await checkTomorrow();
  expect(await snapshotOf(id)).toBeNull();
  expect((await reviewOf(id)).cause).toMatch(/not allowed: tag\.agency\.example/);
});

test("the owner is told of a stop, and once of a tag that stays without an answer, in their language", async () => {
  const stopped = await running("Told");
  await anna.patch("/users/me/lang", { lang: "de" });
  await answerWith(25);
  await checkTomorrow();
  const [mail, ...others] = await mailsQueued(stopped);
  expect(others).toEqual([]);
  await mailVastTag(stack.platform, mail!);
  const { subject, text } = stack.outbox.at(-1)!;
  expect(subject).toBe("Zur Prüfung gestoppt: Told");
  expect(text).toContain("ergab: Das VAST-Tag antwortet mit anderem Inhalt als vorher. Wir haben");
  expect((await anna.get(`/user-campaigns/${stopped}/review`)).body).toMatchObject({
    status: "pending",
    cause: "Das VAST-Tag antwortet mit anderem Inhalt als vorher",
  });

  await answerWith(15);
  const failing = await running("Silent");
  const mailsAfterChecks: number[] = [];
  await sandboxFault(async () => {
    for (let check = 0; check < 4; check++) {
      await checkTomorrow();
      mailsAfterChecks.push((await mailsQueued(failing)).length);
    }
  });
  expect(mailsAfterChecks).toEqual([0, 0, 1, 1]);
  expect((await mailsQueued(failing))[0]).toMatchObject({ kind: "failing", cause: { code: "vast_tag.unreachable" } });
  expect(await snapshotOf(failing)).toHaveLength(3);
  await anna.patch("/users/me/lang", { lang: "en" });
});

const mailsQueued = async (id: number): Promise<VastTagMailJob[]> => {
  const { rows } = await stack.platform.db.execute<{ data: VastTagMailJob }>(sql`
    select data from pgboss.job where name = ${vastTagMailJob} and data->>'campaign' = ${String(id)} order by created_on`);
  return rows.map(({ data }) => data);
};

/** The agency's ad server fails meanwhile. */
async function sandboxFault(work: () => Promise<void>): Promise<void> {
  const { egress } = stack.platform;
  Object.assign(stack.platform, {
    egress: createEgress({ lookup: (_host, _options, done) => done(new Error("down"), "", 4) }),
  });
  await work();
  Object.assign(stack.platform, { egress });
}
