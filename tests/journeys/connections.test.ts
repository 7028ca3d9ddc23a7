import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";

let visitor: Visitor;
let page: Page;
const others: Visitor[] = [];

beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.signIn("customer");
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.leave();
});
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

const card = (name: string) =>
  page.locator("main section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });
const section = (name: string | RegExp, of = page) => of.getByRole("region", { name });

/** Completes the provider's consent page with this account. */
async function connect(name: string): Promise<void> {
  await card(name)
    .getByRole("link", { name: `Connect ${name}`, exact: true })
    .click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  await page.getByRole("link", { name: /Nora Zbinden/ }).click();
  await page.waitForURL((url) => url.pathname === "/integrations");
  await page.getByText(`${name} is connected`, { exact: true }).waitFor();
  await card(name).getByText("Connected", { exact: true }).waitFor();
}

test("[ROUTE-004] [INTEG-001] [INTEG-002] [INTEG-003] three cards with their status; each service is connected over its consent page", async () => {
  await page.goto("/google-analytics");
  await page.getByRole("heading", { name: "Your website is not connected" }).waitFor();
  await page.goto("/integrations");
  for (const name of ["Google Analytics", "Google Ads", "Facebook"]) {
    await card(name).getByText("Not connected").waitFor();
  }
  await card("Facebook").getByRole("link", { name: "Connect Facebook" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("alert").getByText("You did not give consent").waitFor();
  for (const name of ["Facebook", "Google Ads", "Google Analytics"]) await connect(name);
  await page.getByRole("heading", { level: 1, name: "3 of 3 accounts connected." }).waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  expect(visitor.complaints()).toEqual([]);
});

test("[ROUTE-025] [INTEG-004] [SVC-002] [GUARD-013] the analytics screen shows figures, charts, tables and filters of all sources, and exports them", async () => {
  await page.goto("/google-analytics");
  await page.getByRole("heading", { level: 1, name: /^Your website had [\d']+ sessions/ }).waitFor();

  const combined = section("All sources");
  const rows = combined.getByRole("table", { name: "Campaigns and channels of all sources" }).locator("tbody tr");
  const rowsOf = (source: string) => rows.filter({ hasText: source });
  await rowsOf("Facebook").first().waitFor();
  await combined.getByRole("combobox", { name: /Rows|per page/i }).selectOption("50");
  for (const source of ["Litfass", "Google Ads", "Google Analytics", "Facebook"]) {
    await expect.poll(() => rowsOf(source).count(), { message: source }).toBeGreaterThan(0);
  }
  await combined.getByRole("combobox", { name: "Source" }).selectOption("facebook");
  await expect.poll(() => rows.count()).toBe(3);
  await combined.getByRole("tab", { name: "Clicks" }).click();
  await combined.getByRole("table", { name: "Clicks per day and source" }).waitFor({ state: "attached" });

  const search = section("Your Google Ads account; read-only access");
  for (const name of ["Impressions", "Clicks", "CTR", "Cost"])
    await search.getByText(name, { exact: true }).first().waitFor();
  await search.getByText("Fresh bread").first().waitFor();
  await search.getByRole("table", { name: "Impressions of search ads per day" }).waitFor({ state: "attached" });

  const website = section(/^Website: www\.zbinden\.example/);
  const sessions = async () =>
    (await website.getByText("Sessions", { exact: true }).first().locator("..").innerText()).split("\n")[1];
  const all = await sessions();
  await website.getByRole("combobox", { name: "Channel" }).selectOption("Direct");
  await expect.poll(sessions).not.toBe(all);
  expect(page.url()).toContain("channel=Direct");

  expect(await visitor.accessibility()).toEqual([]);
  await combined.getByRole("combobox", { name: "Source" }).selectOption({ label: "All sources" });
  await rowsOf("Litfass").first().waitFor();
  const saving = page.waitForEvent("download");
  await combined.getByRole("button", { name: "Export the combined report" }).click();
  await page.getByRole("menuitem", { name: "CSV, by campaign" }).click();
  const file = readFileSync(await (await saving).path(), "utf8");
  for (const source of ["Litfass", "Google Ads", "Google Analytics", "Facebook"])
    expect(file).toContain(`\r\n"${source}",`);
  expect(visitor.complaints()).toEqual([]);
});

test("[API-CONN-008] an image of the connected ad account can be used as a campaign photo", async () => {
  const { body: campaign } = await callFrom(page, "POST", "/user-campaigns", { name: "Autumn shoes" });
  await page.goto(`/campaigns/${campaign.id}?step=template`);
  const chosen = page.waitForResponse((response) => response.url().endsWith("/creative-ids"));
  await page.getByRole("button", { name: "Choose Panorama" }).click();
  expect((await chosen).ok()).toBe(true);
  await page.goto(`/campaigns/${campaign.id}?step=customise`);
  await page.getByRole("button", { name: "From Google Ads" }).click();
  const dialog = page.getByRole("dialog", { name: "Images of your Google Ads account" });
  await dialog.getByRole("searchbox", { name: "Search by name" }).fill("window");
  const large = dialog.getByRole("button", { name: "Use Shop window in the evening" });
  await large.getByText("1600 x 900 px").waitFor();
  await expect.poll(() => large.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  expect(await visitor.accessibility()).toEqual([]);
  await large.click();
  await page.getByRole("button", { name: "Photo 1: Shop window in the evening" }).waitFor();
  const saved = async () => {
    const { values } = (await callFrom(page, "GET", `/user-creatives/${campaign.id}/forms`)).body;
    return (values as { images: { name: string }[] }).images.map(({ name }) => name);
  };
  await expect.poll(saved).toEqual(["Shop window in the evening"]);
});

test("[ROUTE-024] the super admin sees the search advertising of users with a connection", async () => {
  const admin = await newVisitor();
  others.push(admin);
  await admin.signIn("super_admin");
  await admin.page.goto("/google-ads");
  await admin.page.getByRole("heading", { level: 1, name: /^Search ads were shown [\d']+ times/ }).waitFor();
  const table = section("Campaigns", admin.page);
  await table.getByRole("row", { name: /Fresh bread/ }).waitFor();
  await admin.page.getByRole("combobox", { name: "Campaign" }).selectOption({ label: "Brand" });
  await expect.poll(() => table.locator("tbody tr").count()).toBe(1);
  for (const part of ["device", "weekday", "network"]) await section(`Impressions by ${part}`, admin.page).waitFor();
  expect(await admin.accessibility()).toEqual([]);
  expect(admin.complaints()).toEqual([]);
});

test("[SVC-002] an advertiser with two ad accounts narrows the figures, also in the file, to one account and one campaign", async () => {
  const other = await newVisitor();
  others.push(other);
  await other.signIn("advanced_advertiser");
  await other.page.goto("/integrations");
  await other.page.getByRole("link", { name: "Connect Google Ads", exact: true }).click();
  await other.page.getByRole("link", { name: /Aline/ }).click();
  await other.page.getByText("Google Ads is connected", { exact: true }).waitFor();
  await other.page.goto("/google-analytics");
  const combined = section("All sources", other.page);
  const rows = combined.getByRole("table", { name: "Campaigns and channels of all sources" }).locator("tbody tr");
  const brands = rows.filter({ hasText: "Brand" });
  await expect.poll(() => brands.count()).toBe(2);
  await brands.filter({ hasText: "Chevalley Shops" }).waitFor();
  await combined
    .getByRole("combobox", { name: "Account", exact: true })
    .selectOption({ label: "Chevalley Shops (Google Ads)" });
  await expect.poll(() => rows.count()).toBe(4);
  await combined.getByRole("combobox", { name: "Campaign or channel" }).selectOption({ label: "Brand" });
  await expect.poll(() => rows.count()).toBe(1);
  expect(await other.accessibility()).toEqual([]);
  const saving = other.page.waitForEvent("download");
  await combined.getByRole("button", { name: "Export the combined report" }).click();
  await other.page.getByRole("menuitem", { name: "CSV, by campaign" }).click();
  const lines = readFileSync(await (await saving).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines.slice(1)).toEqual([expect.stringContaining('"Google Ads","Brand","Chevalley Shops",')]);
  expect(other.complaints()).toEqual([]);
});

test("disconnects after a confirmation, and the figures disappear", async () => {
  await page.goto("/integrations");
  await card("Facebook").getByRole("button", { name: "Disconnect Facebook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
  await card("Facebook").getByText("Connected", { exact: true }).waitFor();
  for (const name of ["Facebook", "Google Ads", "Google Analytics"]) {
    await card(name)
      .getByRole("button", { name: `Disconnect ${name}` })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await card(name).getByText("Not connected").waitFor();
  }
  const { body } = await callFrom(page, "GET", "/statistics?source=google_ads,google_analytics,facebook");
  const sources = body.sources as { source: string; connected: boolean }[];
  expect(sources.filter(({ connected }) => connected).map(({ source }) => source)).toEqual(["platform"]);
});
