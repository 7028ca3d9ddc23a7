import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { languages } from "@litfass/contract/kernel/language";
import { importEvents } from "@litfass/events/index";
import { createWorkerPool } from "@litfass/platform/worker/worker-pool";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { pdfText } from "../../../testing/pdf-text.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import type { StatisticsSources } from "../report.ts";

const sources: StatisticsSources = {
  runsOf: async () => new Map(),
  appNames: async () => new Map(),
  ownerNames: async () =>
    new Map([
      ["ada-uid", "Ada AG"],
      ["ben-uid", "Ben GmbH"],
    ]),
  timeZoneOf: async () => "Europe/Zurich",
  externalReports: async () => [],
  conversionsOf: async () => [],
  campaignsFor: async (caller, { ids, owner }) =>
    [
      { id: 1, name: "Frühling 北京", ownerUid: "ada-uid", budgetMicros: 1_500_000_000n, currency: "CHF" as const },
      { id: 2, name: "Never shown", ownerUid: "ada-uid", budgetMicros: 10_000_000n, currency: "CHF" as const },
      { id: 3, name: "Bens", ownerUid: "ben-uid", budgetMicros: 10_000_000n, currency: "CHF" as const },
    ].filter(
      (each) =>
        (caller.reach === "all" || each.ownerUid === caller.uid) &&
        (ids?.includes(each.id) ?? true) &&
        (owner === undefined || each.ownerUid === owner),
    ),
};

type Change = { kind?: "impression" | "viewable" | "measured" | "click"; [field: string]: unknown };
let auctions = 0;
const event = (campaign_id: number, owner_uid: string, change: Change = {}) => ({
  kind: "impression" as const,
  at: "2026-02-27T12:00:00.000Z",
  exchange: "sandbox",
  auction_id: `auction-${auctions++}`,
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
  ...change,
});

let stack: Stack;
let ada: TestClient;
let ben: TestClient;
beforeAll(async () => {
  stack = await startStack({ modules: { statistics: sources } });
  ada = await stack.signIn({ uid: "ada-uid", role: "customer" });
  ben = await stack.signIn({ uid: "ben-uid", role: "customer" });
  await offerAllLanguages();
  const many = (count: number, change: Change) => Array.from({ length: count }, () => event(1, "ada-uid", change));
  await importEvents(stack.platform.clickhouse, "printed", [
    ...many(1_234, {}),
    ...many(57, { site: "shop.example", region: "CH-ZH", city: "Zürich", device: "smartphone" }),
    ...many(8, { at: "2026-02-25T07:00:00.000Z", site: "" }),
    ...many(13, { kind: "click", charge_micros: 0 }),
    ...Array.from({ length: 7 }, () => event(3, "ben-uid", { site: "of-ben.example" })),
  ]);
});
afterAll(() => stack?.close());

async function offerAllLanguages(): Promise<void> {
  const operator = await stack.signIn("super_admin");
  const { version } = (await operator.get("/settings/operator")).body.languages;
  const input = { version, note: "All", settings: { offered: [...languages] } };
  expect((await operator.put("/settings/operator/languages", input)).status).toBe(200);
}

const days = "from=2026-02-20&to=2026-02-28";
const count = (value: number): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, "'");
const amount = (value: number): string => {
  const [whole = "", cents = ""] = value.toFixed(2).split(".");
  return `${count(Number(whole))}.${cents}`;
};
const print = async (client: TestClient, target: string, lang = "en"): Promise<string[]> => {
  const { status, headers, bytes } = await client.get(target, { "accept-language": lang });
  expect([target, status, headers["content-type"]]).toEqual([target, 200, "application/pdf"]);
  return pdfText(bytes).split("\n");
};

test("the document of a campaign has the figures of the screens", async () => {
  const filter = `${days}&campaign_ids=1`;
  const lines = await print(ada, `/statistics/campaigns/1/report.pdf?${days}`);
  const after = (label: string): string | undefined => lines[lines.indexOf(label) + 1];
  const { body: total } = await ada.get(`/statistics?${filter}`);
  expect(total.impressions).toBe(1_299);
  expect(after("Impressions")).toBe(count(total.impressions));
  expect(after("Clicks")).toBe(count(total.clicks));
  expect(after("CTR")).toBe(`${total.ctr.toFixed(2)}%`);
  expect(after("Effective budget")).toBe(amount(total.spend));
  expect(after("Left of the budget")).toBe(amount(total.budgets[0].remaining_budget));
  const { body: reach } = await ada.get(`/statistics/reach?${filter}`);
  expect(after("People reached")).toBe(count(reach.reached));
  expect(after("Frequency")).toBe(reach.frequency.toFixed(2));

  const names = { url: "Not disclosed by the publisher", region: "Unknown", city: "Unknown", device: "Unknown" };
  for (const grouping of ["url", "region", "city", "device"] as const) {
    const { body } = await ada.get(`/statistics/impressions/${grouping}?${filter}`);
    expect(body.data.length).toBeGreaterThan(1);
    for (const { key, text, impressions } of body.data) {
      const name = { smartphone: "Smartphone", computer: "Computer" }[String(key)] ?? (text || names[grouping]);
      const rows = lines.flatMap((line, at) => (line === name ? [lines[at + 1]] : []));
      expect(rows, `${grouping} ${name}`).toContain(count(impressions));
    }
  }
  const { body: byDay } = await ada.get(`/statistics/table?${filter}&group_by=day&per_page=50`);
  for (const { key, impressions, spend } of byDay.data) {
    const at = lines.findIndex((line) => line.endsWith(` ${key.split("-").reverse().join(".")}`));
    expect([lines[at + 1], lines[at + 5]]).toEqual([count(impressions), amount(spend)]);
  }
  expect(lines).toContain("The ads were shown 1'299 times from 20.02.2026 to 28.02.2026.");
});

test("a period that still runs is named, and names in other scripts are in Latin letters", async () => {
  const lines = await print(ada, "/statistics/campaigns/1/report.pdf?from=2026-02-20&to=2026-03-31");
  expect(lines).toContain("Frühling BeiJing");
  expect(lines.join(" ")).toContain("Names in other scripts are written in Latin letters here.");
  expect(lines.join(" ")).toContain("The period is still running");
  expect((await print(ada, `/statistics/campaigns/1/report.pdf?${days}`)).join(" ")).not.toContain("still running");
});

test.each([
  ["en", "Websites and apps"],
  ["de", "Websites und Apps"],
  ["fr", "Sites et applications"],
  ["it", "Siti web e app"],
])("the document is in the language of the call: %s", async (lang, heading) => {
  expect(await print(ada, `/statistics/report.pdf?${days}`, lang)).toContain(heading);
});

test("the document of the dashboard lists the campaigns of its filter only", async () => {
  const lines = await print(ada, `/statistics/report.pdf?${days}`);
  expect(lines).toEqual(expect.arrayContaining(["All campaigns", "Frühling BeiJing", "Never shown"]));
  expect(lines.join("\n")).not.toMatch(/Bens|of-ben/);
  const filtered = await print(ada, `/statistics/report.pdf?${days}&sites=shop.example`);
  expect(filtered[filtered.indexOf("Impressions") + 1]).toBe("57");
  expect(filtered.filter((line) => line === "shop.example")).toHaveLength(2);
  expect(filtered).not.toContain("news.example");
});

test("the document of several customers names them, and each campaign's", async () => {
  const admin = await stack.signIn("admin");
  for (const [uid, name] of [
    ["ada-uid", "Ada AG"],
    ["ben-uid", "Ben GmbH"],
  ]) {
    await stack.platform.db.execute(sql`update users set company_name = ${name} where uid = ${uid}`);
  }
  const lines = await print(admin, `/statistics/report.pdf?${days}`);
  const after = (label: string): string | undefined => lines[lines.indexOf(label) + 1];
  expect(after("Advertisers")).toBe("Ada AG, Ben GmbH");
  expect([after("Frühling BeiJing"), after("Bens")]).toEqual(["Ada AG", "Ben GmbH"]);
  const ofOne = await print(admin, `/statistics/report.pdf?${days}&owner=ben-uid`);
  expect(ofOne[ofOne.indexOf("Advertiser") + 1]).toBe("Ben GmbH");
  expect(ofOne.filter((line) => line === "Ben GmbH")).toHaveLength(1);
});

test("without costs no amount is printed", async () => {
  const money = /CHF|budget|32\.\d\d/i;
  for (const target of ["/statistics/report.pdf", "/statistics/campaigns/1/report.pdf"]) {
    expect((await print(ada, `${target}?${days}`)).join("\n")).toMatch(money);
    expect((await print(ada, `${target}?${days}&costs=false`)).join("\n")).not.toMatch(money);
  }
});

test("a report without deliveries says so", async () => {
  const lines = await print(ada, `/statistics/campaigns/2/report.pdf?${days}`);
  expect(lines).toEqual(expect.arrayContaining(["Never shown", "Nothing delivered yet", "What the figures mean"]));
  expect(lines).not.toContain("Websites and apps");
});

test("a campaign of somebody else is not found", async () => {
  expect((await ben.get(`/statistics/campaigns/1/report.pdf?${days}`)).status).toBe(404);
  const lines = await print(ben, `/statistics/report.pdf?${days}&campaign_ids=1`);
  expect(lines.join("\n")).not.toMatch(/Frühling|news\.example/);
  const assigned = await stack.signIn({ uid: "sales-uid", role: "sales" });
  expect((await assigned.get(`/statistics/campaigns/1/report.pdf?${days}`)).status).toBe(404);
  expect((await stack.visitor().get(`/statistics/report.pdf?${days}`)).status).toBe(401);
});

test("a shared report is a document without costs for those who have the password", async () => {
  const password = "a long password";
  const link = { title: "For the agency", campaign_ids: [1], from: "2026-02-20", to: "2026-02-28", password };
  const { body } = await ada.post("/statistics/report-links", { ...link, expires_on: "2026-03-10" });
  const token = body.url.split("/").at(-1);
  const open = (given: string) => stack.visitor().post("/shared-reports/report.pdf", { token, password: given });
  expect((await open("not the password")).status).toBe(422);
  const { status, bytes } = await open(password);
  expect(status).toBe(200);
  const text = pdfText(bytes);
  expect(text).toContain("For the agency");
  expect(text).toContain("Campaign\nFrühling BeiJing");
  expect(text).toContain("1'299");
  expect(text).not.toMatch(/CHF|budget|People reached|Opportunities/i);
  await ada.delete(`/statistics/report-links/${body.link.id}`);
  expect((await open(password)).status).toBe(404);
});

test("it is drawn in a worker thread within limits, and the API answers meanwhile", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-report-"));
  const endless = path.join(folder, "endless.ts");
  writeFileSync(endless, "export default (): void => { for (;;); };");
  const pool = createWorkerPool({ threads: 1, maxQueue: 0 });
  const { workers } = stack.platform;
  const { of } = workers;
  const tasks: string[] = [];
  workers.of = () => ({
    run(task, input) {
      tasks.push(path.basename(task.pathname));
      return pool.run(pathToFileURL(endless), input, { timeoutMs: 3_000 });
    },
  });
  try {
    const first = ada.get(`/statistics/report.pdf?${days}`);
    await expect.poll(() => tasks.length, { timeout: 60_000 }).toBe(1);
    expect((await stack.app.inject({ url: "/health" })).statusCode).toBe(200);
    expect((await ada.get(`/statistics/report.pdf?${days}`)).status, "the queue is full").toBe(429);
    const { status, headers } = await first;
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(tasks).toEqual(["draw-report-task.ts", "draw-report-task.ts"]);
  } finally {
    workers.of = of;
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
