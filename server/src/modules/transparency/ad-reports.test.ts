import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { creditCustomer, startCampaign, switzerland } from "../../testing/campaigns.ts";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { reportMailJob } from "./reports/report-mail-job.ts";
import { deleteOldReports } from "./reports/submit-report.ts";
import { testAdToken } from "./testing-ad-token.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;
let campaign = 0;
let creativeUuid = "";
let address = 0;

beforeAll(async () => {
  stack = await startStack({ env: { TRUST_PROXY: "127.0.0.1" } });
  anna = await stack.signIn({ uid: "anna-1", role: "customer", lang: "de" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1");
  campaign = await startedCampaign("Fresh bread");
  const { rows } = await stack.platform.db.execute<{ uuid: string }>(
    sql`select e->>'uuid' as uuid from campaign_snapshots, jsonb_array_elements(payload->'creatives') e
      where campaign_id = ${campaign} and e->>'format' = '300x250'`,
  );
  creativeUuid = rows[0]?.uuid ?? "";
});
beforeEach(() => {
  stack.outbox.length = 0;
  address += 1;
});
afterAll(() => stack?.close());

const startedCampaign = (name: string): Promise<number> =>
  startCampaign(stack, anna, { name, targeting: { locations: [switzerland], devices: ["smartphone"] } });

const tokenOf = (changes: Parameters<typeof testAdToken>[2] = {}): string =>
  testAdToken(
    stack.platform.config.secrets.signing,
    { campaignId: campaign, creativeUuid, format: "300x250" },
    changes,
  );
const from = () => ({ accept: "text/html", "x-forwarded-for": `192.0.2.${address}` });
const page = (token: string, language = "de") =>
  stack.app.inject({ url: `/about-this-ad?t=${token}`, headers: { ...from(), "accept-language": language } });
const report = (fields: Record<string, string>, language = "en") =>
  stack.app.inject({
    method: "POST",
    url: `/${language}/about-this-ad`,
    headers: { ...from(), "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ t: tokenOf(), reason: "misleading", ...fields }).toString(),
  });
const waiting = async () => (await reviewer.get("/ad-reports")).body;
const isShown = async (): Promise<boolean> => {
  const { rows } = await stack.platform.db.execute<{ is_live: boolean }>(
    sql`select is_live from campaign_snapshots where campaign_id = ${campaign}`,
  );
  return rows[0]?.is_live ?? false;
};

test("the page about an ad tells who paid and why, in the visitor's language, without a cookie", async () => {
  const german = await page(tokenOf());
  expect([german.statusCode, german.headers["set-cookie"]]).toEqual([200, undefined]);
  for (const text of [
    "<h1>Über diese Anzeige</h1>",
    "brothaus.example",
    "news.example",
    "wo die Anzeige erscheint: Schweiz.",
    "Zürich, Schweiz",
    "bestimmte Geräte gewählt: Smartphones",
    "Themen gewählt: Essen &amp; Trinken",
    "Es wurde keine Kennung verwendet",
  ]) {
    expect(german.body).toContain(text);
  }
  const english = await page(tokenOf({ visitorKey: "someone" }), "en");
  expect(english.body).toContain("<h1>About this ad</h1>");
  expect(english.body).toContain("A pseudonymous identifier was used");
  expect(english.body).not.toContain("someone");
  expect(english.body).not.toMatch(/genders|keywords|hours|household/);
});

test("a forged token has no page, and an ad that was never shown cannot be reported", async () => {
  for (const token of ["", "x", `${tokenOf()}x`]) expect((await page(token)).statusCode).toBe(404);
  expect((await report({ t: "x" })).statusCode).toBe(404);
  expect((await report({ t: tokenOf({ isTest: true }) })).statusCode).toBe(404);
  expect((await waiting()).waiting).toBe(0);
});

test("a report is checked, trapped and limited by address; what was typed stays in the form", async () => {
  const wrong = await report({ reason: "dislike", email: "nora@", message: "Old price" });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain("Old price");
  expect(wrong.body.match(/ aria-invalid="true"/g)).toHaveLength(2);
  expect((await report({ website: "https://spam.example" })).statusCode).toBe(303);
  expect((await waiting()).waiting).toBe(0);
  for (let count = 0; count < 9; count += 1) expect((await report({ website: "x" })).statusCode).toBe(303);
  expect((await report({})).statusCode).toBe(429);
});

test("staff see a report with the ad and dismiss it; the visitor gets both answers in the report's language", async () => {
  const sent = await report({ email: "nora@example.ch", message: "The price is\nwrong" }, "de");
  expect([sent.statusCode, String(sent.headers.location)]).toEqual([
    303,
    expect.stringMatching(/^\/de\/about-this-ad\?t=.+&reported=1$/),
  ]);
  expect((await stack.app.inject({ url: String(sent.headers.location), headers: from() })).body).toContain(
    "Ihre Meldung ist eingetroffen",
  );
  for (const role of ["customer", "sales", "accountant", "tech_admin"] as const) {
    expect((await (await stack.signIn(role)).get("/ad-reports")).status).toBe(403);
  }
  const [found] = (await waiting()).data;
  expect(found).toMatchObject({
    status: "open",
    reason: "misleading",
    campaign_name: "Fresh bread",
    site: "news.example",
    has_address: true,
    creative: { kind: "html", width: 300, height: 250 },
  });
  expect(JSON.stringify(found)).not.toContain("nora@example.ch");
  expect((await reviewer.get(`/${found.creative.url}`)).status).toBe(200);
  expect((await reviewer.get("/work-list")).body).toContainEqual(
    expect.objectContaining({ kind: "ad_reports", count: 1 }),
  );
  expect((await reviewer.post(`/ad-reports/${found.id}/ask`, { note: "kurz" })).status).toBe(422);
  const asked = await reviewer.post(`/ad-reports/${found.id}/ask`, { note: "Stimmt der Preis noch?" });
  expect(asked.body).toMatchObject({ status: "asked", decided_at: null });
  const done = await reviewer.post(`/ad-reports/${found.id}/dismiss`, { note: "Der Preis stimmt." });
  expect(done.body).toMatchObject({ status: "dismissed", note: "Der Preis stimmt." });
  expect((await reviewer.post(`/ad-reports/${found.id}/dismiss`, {})).status).toBe(409);
  await stack.platform.jobs.drain(reportMailJob);
  const mails = stack.outbox.map(({ to, subject }) => `${to}: ${subject}`);
  expect(mails.filter((mail) => mail.startsWith("nora@example.ch"))).toHaveLength(2);
  expect(mails.some((mail) => mail.includes("Eine Frage zu einer Anzeige von «Fresh bread»"))).toBe(true);
  expect(await isShown()).toBe(true);
});

test("stopping the ads withdraws the approval, states the reasons to the advertiser and allows an appeal", async () => {
  await report({ reason: "illegal" });
  const [found] = (await waiting()).data;
  expect((await reviewer.post(`/ad-reports/${found.id}/restrict`, { reasons: [] })).status).toBe(422);
  const done = await reviewer.post(`/ad-reports/${found.id}/restrict`, {
    reasons: ["forbidden"],
    note: "Kein Verkauf.",
  });
  expect(done.body).toMatchObject({ status: "restricted" });
  expect(await isShown()).toBe(false);
  await stack.platform.jobs.drain("campaigns.review-mail");
  const mail = stack.outbox.find(({ subject }) => subject.startsWith("Die Anzeigen von «Fresh bread» wurden gestoppt"));
  for (const text of ["Nicht erlaubter Inhalt", "Kein Verkauf.", "Ein Mensch hat", "Einspruch"]) {
    expect(mail?.text).toContain(text);
  }
  const own = await anna.get(`/user-campaigns/${campaign}/review`);
  expect(own.body).toMatchObject({ status: "rejected", shown: false, can_appeal: true });
  const { rows } = await stack.platform.db.execute<{ action: string }>(
    sql`select action from audit_entries where subject_uid = 'anna-1' and actor_uid = 'reviewer-1'`,
  );
  expect(rows).toEqual([{ action: "creatives_rejected" }]);
  await report({});
  const [second] = (await waiting()).data;
  const again = await reviewer.post(`/ad-reports/${second.id}/restrict`, { reasons: ["forbidden"] });
  expect(again.status).toBe(409);
});

test("reports are deleted a year after the decision", async () => {
  const count = async () => (await reviewer.get("/ad-reports?status=decided")).body.meta.total;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const { owner } = (await reviewer.get("/ad-reports?status=decided")).body.data[0];
  const countOf = async (uid: string) =>
    (await reviewer.get(`/ad-reports?status=decided&owner=${uid}`)).body.meta.total;
  expect([await countOf(owner), await countOf("ben-12")]).toEqual([before, 0]);
  const run = () =>
    stack.app.services.execute(deleteOldReports, {
      actor: { kind: "job", name: "test" },
      input: undefined,
      lang: "en",
    });
  await run();
  expect(await count()).toBe(before);
  stack.clock.advance(366 * 86_400_000);
  await run();
  const { rows } = await stack.platform.db.execute<{ total: string }>(
    sql`select count(*) as total from ad_reports where decided_at is not null`,
  );
  expect(Number(rows[0]?.total)).toBe(0);
});
