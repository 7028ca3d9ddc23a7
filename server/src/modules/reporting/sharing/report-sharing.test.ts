import { importEvents } from "@litfass/events/index";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { pdfText } from "../../../testing/pdf-text.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { exportEvents } from "../exports/export-events.ts";
import { openReport, type StatisticsSources } from "../report.ts";
import { nextDay } from "./mail-commands.ts";
import { daysBefore, sendDueMails } from "./report-mails.ts";

const sources: StatisticsSources = {
  runsOf: async () => new Map(),
  appNames: async () => new Map(),
  ownerNames: async () => new Map(),
  timeZoneOf: async () => "Europe/Zurich",
  externalReports: async () => [],
  conversionsOf: async ({ campaignIds, grouping }) =>
    campaignIds.map((id) => ({
      key: grouping === "campaign" ? String(id) : "",
      conversions: 2,
      valueMicros: 98_765_432n,
    })),
  campaignsFor: async (caller, { ids, owner }) =>
    [
      {
        id: 1,
        name: "Spring",
        ownerUid: "ada-uid",
        budgetMicros: 10_000_000n,
        currency: "CHF" as const,
        measuresConversions: true,
      },
      { id: 2, name: "=HYPERLINK(1)", ownerUid: "ada-uid", budgetMicros: 10_000_000n, currency: "CHF" as const },
      { id: 3, name: "Bens", ownerUid: "ben-uid", budgetMicros: 10_000_000n, currency: "CHF" as const },
    ].filter(
      (each) =>
        (caller.reach === "all" || each.ownerUid === caller.uid) &&
        (ids?.includes(each.id) ?? true) &&
        (owner === undefined || each.ownerUid === owner),
    ),
};
const event = (campaign_id: number, owner_uid: string, at = "2026-02-27T12:00:00.000Z") => ({
  kind: "impression" as const,
  at,
  exchange: "sandbox",
  auction_id: "a",
  imp_id: "1",
  campaign_id,
  owner_uid,
  creative_uuid: "",
  format: "300x250",
  site: "news.example",
  site_kind: "site" as const,
  country: "CH",
  region: "CH-BE",
  city: "Bern",
  device: "computer",
  browser: "chrome",
  language: "de",
  charge_micros: 25_000,
  currency: "CHF",
  lease_id: "",
  invalid: "",
  visitor_key: "somebody",
});

let stack: Stack;
let ada: TestClient;
let ben: TestClient;
beforeAll(async () => {
  stack = await startStack({ modules: { statistics: sources } });
  ada = await stack.signIn({ uid: "ada-uid", role: "customer" });
  ben = await stack.signIn({ uid: "ben-uid", role: "customer" });
  await importEvents(stack.platform.clickhouse, "shared", [
    ...Array.from({ length: 3 }, () => event(1, "ada-uid")),
    ...Array.from({ length: 2 }, () => ({ ...event(2, "ada-uid"), site: "=cmd|x", auction_id: "-1+1" })),
    ...Array.from({ length: 7 }, () => event(3, "ben-uid")),
  ]);
});
afterAll(() => stack?.close());

const password = "a long password";
async function share(change: object = {}): Promise<{ id: string; token: string; status: number }> {
  const input = { title: "For the agency", campaign_ids: [1], days: 30, password, expires_on: "2026-03-10", ...change };
  const { body, status } = await ada.post("/statistics/report-links", input);
  return { id: body.link?.id, token: body.url?.split("/").at(-1), status };
}
const open = (token: string, given = password, lang = "en") =>
  stack.visitor().post("/shared-reports/open", { token, password: given }, { "accept-language": lang });

test("a link shows its campaigns without money to anyone with the password, until it is revoked", async () => {
  const { id, token, status } = await share();
  expect(status).toBe(201);
  const { body } = await open(token);
  expect(body).toMatchObject({ title: "For the agency", from: "2026-02-01", to: "2026-03-02" });
  expect(body.total.impressions).toBe(3);
  expect(body.campaigns.map((row: { text: string }) => row.text)).toEqual(["Spring"]);
  expect(body.days.find((day: { date: string }) => day.date === "2026-02-27")).toMatchObject({ impressions: 3 });
  expect(body.total).toMatchObject({ conversions: 2, conversion_rate: null });
  expect(body.campaigns[0].conversions).toBe(2);
  expect(JSON.stringify(body)).not.toMatch(/spend|budget|cost|value|9876|ada-uid/);
  expect((await open("x".repeat(32))).status).toBe(404);
  expect((await ada.get("/statistics/report-links")).body).toMatchObject([{ id, opened: 1 }]);
  expect((await ben.get("/statistics/report-links")).body).toEqual([]);
  expect((await ben.delete(`/statistics/report-links/${id}`)).status).toBe(404);
  expect((await ada.delete(`/statistics/report-links/${id}`)).status).toBe(204);
  expect((await open(token)).status).toBe(404);
});

test("ten wrong passwords lock a link for 15 minutes, even for the right one", async () => {
  const { token } = await share();
  const wrong = await open(token, "not the password", "de");
  expect([wrong.status, wrong.body.errors.password]).toEqual([422, ["Dieses Passwort stimmt nicht"]]);
  for (let i = 0; i < 9; i++) await open(token, "not the password");
  expect((await open(token)).status).toBe(429);
  stack.clock.advance(15 * 60_000);
  expect((await open(token)).status).toBe(200);
});

test("a link expires after its last day, and cannot cover other users' campaigns or last forever", async () => {
  const { token } = await share({ campaign_ids: [3] });
  expect((await open(token)).body.total.impressions).toBe(0);
  const short = await share({ expires_on: "2026-03-02" });
  const before = stack.clock.now().getTime();
  stack.clock.advance(Date.parse("2026-03-02T23:00:01.000Z") - before);
  expect((await open(short.token)).status).toBe(404);
  for (const expires_on of ["2026-03-01", "2028-01-01"]) expect((await share({ expires_on })).status).toBe(422);
  expect((await share({ password: "short" })).status).toBe(422);
});

test("a report that staff share of one customer is limited to that customer and keeps its filters", async () => {
  const admin = await stack.signIn({ uid: "admin-uid", role: "admin" });
  const share = async (change: object): Promise<number> => {
    const input = {
      title: "For Ben",
      from: "2026-02-01",
      to: "2026-02-28",
      password,
      expires_on: "2026-03-20",
      ...change,
    };
    const { body } = await admin.post("/statistics/report-links", input);
    return (await open(body.url.split("/").at(-1))).body.total.impressions;
  };
  expect(await share({})).toBe(12);
  expect(await share({ owner: "ben-uid" })).toBe(7);
  expect(await share({ owner: "ben-uid", sites: ["other.example"] })).toBe(0);
  expect(await share({ owner: "ben-uid", regions: ["CH-BE"] })).toBe(7);

  const { id } = (await admin.post("/statistics/report-mails", { frequency: "monthly", owner: "ben-uid" })).body;
  expect((await admin.get("/statistics/report-mails")).body).toMatchObject([{ owner: "ben-uid", campaign_ids: [] }]);
  await stack.platform.db.execute(`UPDATE report_mails SET next_on = '2026-03-01'`);
  await sendDueMails({ platform: stack.platform, execute: stack.app.services.execute, sources });
  await stack.platform.jobs.drain("statistics.send-report-mail");
  const mail = stack.outbox.at(-1);
  expect(mail?.subject).toBe("Your report from 01.02.2026 to 28.02.2026: 7 impressions");
  expect(mail?.text).toContain("/users/ben-uid/reports?from=2026-02-01&to=2026-02-28");
  expect((await admin.delete(`/statistics/report-mails/${id}`)).status).toBe(204);
});

test("weeks end on Sunday and months on their last day", () => {
  expect(nextDay("weekly", "2026-03-02")).toBe("2026-03-09");
  expect(nextDay("weekly", "2026-03-08")).toBe("2026-03-09");
  expect(nextDay("monthly", "2026-12-31")).toBe("2027-01-01");
  expect(daysBefore("weekly", "2026-03-09")).toEqual({ from: "2026-03-02", to: "2026-03-08" });
  expect(daysBefore("monthly", "2026-03-01")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
});

test("a monthly report is mailed once with its document and table, and its unsubscribe link works", async () => {
  stack.outbox.length = 0;
  await ada.post("/statistics/report-mails", { frequency: "monthly", campaign_ids: [] });
  await stack.platform.db.execute(`UPDATE report_mails SET next_on = '2026-03-01'`);
  const send = async () => {
    await sendDueMails({ platform: stack.platform, execute: stack.app.services.execute, sources });
    await stack.platform.jobs.drain("statistics.send-report-mail");
  };
  await send();
  await send();
  expect(stack.outbox).toHaveLength(1);
  const [mail] = stack.outbox;
  expect(mail).toMatchObject({
    to: "ada-uid@test.example",
    subject: "Your report from 01.02.2026 to 28.02.2026: 5 impressions",
    attachments: [{ filename: "report-2026-02-01-2026-02-28.pdf" }, { filename: "report-2026-02-01-2026-02-28.xlsx" }],
  });
  expect(mail?.text).toContain("Viewability: –\nMeasured impressions: 0.0%\nClicks: 0\nCTR: 0.00%");
  expect(mail?.html).toContain("5 impressions, 0 clicks");
  expect((await ada.get("/statistics/report-mails")).body).toMatchObject([
    { frequency: "monthly", next_on: "2026-04-01" },
  ]);
  const printed = pdfText(mail!.attachments![0]!.content);
  expect(printed).toContain("The ads were shown 5 times from 01.02.2026 to 28.02.2026.");
  expect(printed).toContain("All campaigns");
  expect(printed).toMatch(/Conversions\n2\n/);
  const [, id = "", token = ""] = /stop\?id=([\w-]+)&token=([\w-]+)/.exec(mail!.text) ?? [];
  expect((await stack.visitor().post("/shared-reports/stop", { id, token: `${token}x` })).status).toBe(404);
  expect((await stack.visitor().post("/shared-reports/stop", { id, token })).status).toBe(204);
  expect((await ada.get("/statistics/report-mails")).body).toEqual([]);
});

test("the table is also available as CSV, without formulas in its cells", async () => {
  const { text, headers } = await ada.get("/excel?format=csv&from=2026-02-01&to=2026-03-01");
  expect(headers["content-type"]).toContain("text/csv");
  const lines = text.replace("\uFEFF", "").trim().split("\r\n");
  expect(lines[0]).toMatch(/^"Name","Country","Region","Impressions"/);
  expect(lines.slice(1).map((line) => line.split(",").slice(0, 4))).toEqual([
    ['"Spring"', "", "", "3"],
    [`"'=HYPERLINK(1)"`, "", "", "2"],
  ]);
});

test("a file by day is in chronological order", async () => {
  const events = [event(1, "ada-uid", "2026-01-11T12:00:00.000Z"), event(1, "ada-uid", "2026-01-12T12:00:00.000Z")];
  await importEvents(stack.platform.clickhouse, "days", [...events, event(1, "ada-uid", "2026-01-12T13:00:00.000Z")]);
  const { text } = await ada.get("/excel?format=csv&group_by=day&from=2026-01-10&to=2026-01-20");
  const days = text.trim().split("\r\n").slice(1);
  expect(days.map((line) => line.split(",")[0])).toEqual(['"2026-01-11"', '"2026-01-12"']);
});

test("the log has each own impression without visitor pseudonyms, for at most 31 days", async () => {
  const { status, text } = await ada.get("/statistics/impression-log?from=2026-02-01&to=2026-03-01");
  expect(status).toBe(200);
  const [header, ...lines] = text.trim().split("\n");
  expect(header).toContain('"at","kind"');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('"impression"');
  expect(text).not.toMatch(/somebody|ben-uid|visitor/);
  // Untrusted text from a bid request is not a formula here either.
  expect(lines.filter((line) => line.includes(`,"'=cmd|x",`) && line.includes(`,"'-1+1",`))).toHaveLength(2);
  const { clickhouse } = stack.platform;
  const report = await openReport(
    { clickhouse, clock: stack.clock, sources },
    { uid: "ada-uid", role: "customer", lang: "en", reach: "own" },
    { from: "2026-02-01", to: "2026-03-01" },
  );
  await expect(exportEvents(clickhouse, report, 4)).rejects.toMatchObject({ status: 422 });
  const long = await ada.get("/statistics/impression-log?from=2026-01-01&to=2026-03-01");
  expect([long.status, long.body.errors.from]).toEqual([422, ["The log covers at most 31 days"]]);
});
