import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bern, bidRequest, readersAgent } from "../support/bid-request.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeKey } from "../support/exchange-key.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { read } from "./campaign/figures.ts";

/** The demo's customer on the dashboard, over past days with stable figures. */
let visitor: Visitor;
let page: Page;
/** Advertisers other than the customer. */
const others: string[] = [];
const day = (back: number): string => zurichDay(-back);
const range = { from: day(12), to: day(3) };
const period = `from=${range.from}&to=${range.to}`;
type Row = { key: string; text: string; impressions: number; clicks: number; conversions: number | null };
type Rows = { data: Row[]; total: { impressions: number } };

const grouped = (value: number): string => value.toLocaleString("de-CH").replaceAll("’", "'");
const panel = (name: string) => page.getByRole("region", { name, exact: true });
const impressionsBy = async (key: string): Promise<Row[]> =>
  (await read<Rows>(page, `/statistics/impressions/${key}?${period}`)).data;

/** The panel shows each of these rows with its figure. */
async function shows(name: string, rows: { name: string; impressions: number }[]): Promise<void> {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    await panel(name).getByText(row.name, { exact: false }).first().waitFor();
    await panel(name).getByText(grouped(row.impressions), { exact: true }).first().waitFor();
  }
}

beforeAll(async () => {
  visitor = await newVisitor({ height: 1400 });
  page = visitor.page;
  await visitor.signIn("customer");
  await page.goto(`/dashboard?${period}`);
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

test("[ROUTE-001] [UI-DASH-001] the dashboard lists campaigns with impressions, viewability, clicks, CTR and budgets", async () => {
  const { data } = await read<Rows>(page, `/statistics/table?${period}&sort=impressions&direction=desc`);
  await shows(
    "Campaign overview",
    data.map((row) => ({ name: row.text, impressions: row.impressions })),
  );
  const headers = await panel("Campaign overview").getByRole("columnheader").allInnerTexts();
  expect(headers.map((header) => header.trim())).toEqual([
    "Campaign",
    "Impressions",
    "Visibility",
    "Clicks",
    "CTR",
    // The demo has a campaign that measures them.
    ...(data.some(({ conversions }) => conversions !== null) ? ["Conversions"] : []),
    "Effective budget",
    "Left",
  ]);
});

test("[UI-DASH-002] [UI-DASH-003] figures per weekday and per device", async () => {
  const weekdays = await impressionsBy("weekday");
  expect(weekdays).toHaveLength(7);
  const table = panel("Weekday overview").getByRole("table", { includeHidden: true });
  for (const { impressions } of weekdays) expect(await table.textContent()).toContain(grouped(impressions));
  const names: Record<string, string> = {
    smartphone: "Smartphone",
    computer: "Computer",
    tablet: "Tablet",
    connected_tv: "Connected TV",
  };
  const devices = await impressionsBy("device");
  await shows(
    "Device overview",
    devices.map((row) => ({ name: names[row.key]!, impressions: row.impressions })),
  );
});

test("[UI-DASH-004] [UI-DASH-005] sites and cities with their impressions", async () => {
  const sites = await impressionsBy("url");
  await shows(
    "Impressions per URL",
    sites.slice(0, 5).map((row) => ({ name: row.key, impressions: row.impressions })),
  );
  const cities = await impressionsBy("city");
  await shows(
    "Impressions per city",
    cities.slice(0, 5).map((row) => ({ name: row.key, impressions: row.impressions })),
  );
});

test("[UI-DASH-006] [UI-DASH-007] [UI-DASH-008] reached countries, regions and cities", async () => {
  const countries = await impressionsBy("country");
  expect(countries.map((row) => row.key)).toContain("CH");
  await shows("Reached countries", [
    { name: "Switzerland", impressions: countries.find((row) => row.key === "CH")!.impressions },
  ]);
  await page.getByText("Regions", { exact: true }).click();
  const regions = await impressionsBy("region");
  const bern = regions.find((row) => row.key === "CH-BE")!;
  await shows("Reached regions", [{ name: "Bern", impressions: bern.impressions }]);
  // Each canton has an outline.
  await expect.poll(() => panel("Reached regions").locator("svg path").count()).toBeGreaterThanOrEqual(26);
  await page.getByText("Cities", { exact: true }).click();
  const cities = await impressionsBy("city");
  await shows(
    "Reached cities",
    cities.slice(0, 5).map((row) => ({ name: row.key, impressions: row.impressions })),
  );
});

test("[UI-DASH-009] a different range changes the figures of every panel and is part of every request", async () => {
  const before = await panel("Device overview").innerText();
  const asked: string[] = [];
  const note = (request: Request): unknown => request.url().includes("/statistics") && asked.push(request.url());
  page.on("request", note);
  await page.getByRole("button", { name: /\d{2}\.\d{2}\.\d{4} to/ }).click();
  await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("from") === day(6));
  await eventually(
    "other figures",
    () => panel("Device overview").innerText(),
    (text) => text !== before,
  );
  page.off("request", note);
  const figures = asked.filter((url) => !/statistics\/(campaigns|live)/.test(url));
  expect(figures.length).toBeGreaterThan(5);
  // The seven days, and the seven before for comparison.
  const begins = figures.map((url) => new URL(url).searchParams.get("from"));
  expect(new Set(begins)).toEqual(new Set([day(6), day(13)]));
  expect(begins.filter((from) => from === day(6)).length).toBeGreaterThan(5);
});

test("a report is printed with every panel, on white, without navigation", async () => {
  await page.goto(`/dashboard?${period}`);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      document.body.dataset.printed = "yes";
    };
  });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Print", exact: true }).click();
  await page.locator("body[data-printed]").waitFor();
  expect(await page.locator("main [data-skeleton]").count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  for (const name of ["Reach", "Impressions per URL", "Weekday overview"]) {
    expect([name, await panel(name).isVisible()]).toEqual([name, true]);
  }
  expect(await page.locator("#side-menu").isVisible()).toBe(false);
  expect(await page.locator("main button:visible").count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.emulateMedia({ media: null });
});

test("[ROUTE-041] an administrator sees one customer's figures at /users/{uid}/reports, another customer does not", async () => {
  const total = await read<{ impressions: number }>(page, `/statistics?${period}`);
  const { uid } = await read<{ uid: string }>(page, "/users/me");
  await page.goto(`/users/${uid}/reports`);
  await page.waitForURL((url) => !url.pathname.endsWith("/reports"));
  const staff = await newVisitor();
  try {
    for (const role of ["admin", "sales"] as const) {
      // The previous user's page must not send requests while the cookies change.
      await staff.page.goto("about:blank");
      await staff.context.clearCookies();
      await staff.signIn(role);
      await staff.page.goto(`/users/${uid}/reports?${period}`);
      await staff.page.getByRole("heading", { level: 1 }).getByText(grouped(total.impressions)).waitFor();
    }
    const everything = await read<{ impressions: number }>(staff.page, `/statistics?${period}`);
    expect(everything.impressions).toBeGreaterThanOrEqual(total.impressions);
  } finally {
    await staff.leave();
  }
});

test("[CLAIM-010] [CLAIM-007] loading a bid's markup counts an impression on the open dashboard, and its click leads to the destination and counts", async () => {
  const site = `live-${process.pid}-${Date.now()}.example`;
  const today = `from=${day(0)}&to=${day(0)}`;
  const stream = page.waitForResponse((response) => response.url().endsWith("/statistics/live"));
  await page.goto(`/dashboard?${today}&site=${site}`);
  expect((await stream).headers()["content-type"]).toContain("text/event-stream");
  await page.getByText("This is a demo: traffic and payments are not real.").waitFor();
  const heading = page.getByRole("heading", { level: 1 });
  await heading.getByText(/ 0 times/).waitFor();
  const bid = await eventually(
    "a bid of the demo's customer",
    () => askForAd(site),
    (each) => each !== null,
  );
  const reader = await visitor.context.browser()!.newContext({ userAgent: readersAgent });
  try {
    const article = await reader.newPage();
    const pixel = article.waitForResponse((response) => response.url().includes("/t/impression"));
    await article.setContent(bid!.adm);
    expect((await pixel).status()).toBe(200);
    const shownAt = performance.now();
    await heading.getByText(/ 1 time /).waitFor();
    const seconds = (performance.now() - shownAt) / 1000;
    console.log(`an impression was on the dashboard after ${seconds.toFixed(2)} s`);
    const link = await article.locator("[data-click]").getAttribute("data-click");
    const click = await fetch(link ?? "", { headers: { "user-agent": readersAgent }, redirect: "manual" });
    expect(click.status).toBe(302);
    const campaign = await read<{ destination_url: string }>(page, `/user-campaigns/${bid!.cid}`);
    expect(click.headers.get("location")?.split("?")[0]).toBe(campaign.destination_url.split("?")[0]);
  } finally {
    await reader.close();
  }
  type Counts = { impressions: number; clicks: number };
  const counted = await eventually(
    "the click in the statistics",
    () => read<Counts>(page, `/statistics?${today}&sites=${site}&campaign_ids=${bid!.cid}`),
    ({ clicks }) => clicks > 0,
  );
  expect([counted.impressions, counted.clicks]).toEqual([1, 1]);
});

type AskedBid = { cid: string; adm: string; adomain: string[] };

/** A bid of one of the bakery's campaigns for an ad on this site, or null. */
async function askForAd(site: string): Promise<AskedBid | null> {
  const request = bidRequest(bern, others);
  const response = await fetch(`${inject("demo").adsUrl}/openrtb2/sandbox/bid`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-exchange-key": exchangeKey },
    body: JSON.stringify({ ...request, site: { ...request.site, domain: site, page: `https://${site}/` } }),
  });
  if (response.status !== 200) return null;
  const { seatbid } = (await response.json()) as { seatbid: { bid: AskedBid[] }[] };
  const bid = seatbid[0]?.bid[0];
  if (!bid?.adomain.some((domain) => domain.includes("brothaus-matte"))) {
    others.push(...(bid?.adomain ?? []));
    return null;
  }
  return bid;
}

test("the dashboard and its panels are accessible", async () => {
  await page.goto(`/dashboard?${period}`);
  await panel("Device overview").getByText("Smartphone").waitFor();
  await panel("Reached countries").scrollIntoViewIfNeeded();
  await panel("Reached countries").getByRole("img").waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  expect(visitor.complaints()).toEqual([]);
});

test("the dashboard shows its figures after at most 180 kB of JavaScript in ten files", async () => {
  const other = await newVisitor();
  // Idle prefetching is not part of the first load.
  await other.page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts: Promise<Buffer>[] = [];
  other.page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response.body());
  });
  await other.signIn("customer", `/dashboard?${period}`);
  for (const name of ["Campaign overview", "Impressions per URL"]) {
    await other.page.getByRole("region", { name, exact: true }).getByRole("table").waitFor();
  }
  await other.page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length);
  expect(bytes.length).toBeGreaterThan(2);
  expect(bytes.length).toBeLessThanOrEqual(10);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(180_000);
  // The menu is loaded on demand and supports the keyboard.
  const button = other.page.getByRole("button", { name: "Export", exact: true });
  const entries = other.page.getByRole("menuitem");
  await button.focus();
  await other.page.keyboard.press("Enter");
  await entries.first().waitFor();
  await expect.poll(() => entries.first().evaluate((each) => each === document.activeElement)).toBe(true);
  await other.page.keyboard.press("Escape");
  await entries.first().waitFor({ state: "detached" });
  await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  await button.click();
  await entries.first().waitFor();
  await button.click();
  await entries.first().waitFor({ state: "detached" });
  expect(other.complaints()).toEqual([]);
  await other.leave();
});
