import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bern, lugano } from "../support/bid-request.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { calmSpeed } from "../support/demo-server.ts";
import { eventually } from "../support/eventually.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { expectAccessible } from "./campaign/accessibility.ts";
import { newExchange } from "./campaign/ask-for-bids.ts";
import {
  addCircle,
  addRegion,
  chooseFrom,
  fillBanner,
  goTo,
  livePreviews,
  missingPoints,
  next,
} from "./campaign/build-campaign.ts";
import { exchangeState, read, readFigures, setExchangeSpeed } from "./campaign/figures.ts";
import { confirmEmail, fillProfile, register, topUp } from "./campaign/open-account.ts";

/** One campaign from the first visit to the last bid: each test continues where the previous one ended. */
const server = inject("demo");
let visitor: Visitor;
let page: Page;
let campaignId = 0;
const email = `lea.${process.pid}@velowerk-amsler.example`;
const name = "Spring check Bern";
const texts = { title: "Spring check, 20% off", description: "Your bicycle, ready in a day.", button: "Book now" };
/** Large enough for an even daily share to be visible at any hour. */
const budget = 400_000;

beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

const today = (): string => zurichDay();
const goesTo = (target: string): Promise<void> => page.waitForURL((url) => url.pathname === target);

test("a visitor registers, confirms the e-mail, completes the account and accepts the terms", async () => {
  await register(page, email);
  await confirmEmail(server, page, email);
  await fillProfile(page);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Three steps to your first ad" }).waitFor();
  const links = page.locator("main").getByRole("link");
  expect(await links.allTextContents()).toEqual([
    "Account data (done)",
    "Add budget",
    "Add budget",
    "Start a campaign",
    "Create a campaign",
    "See an example of a report",
  ]);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByRole("button", { name: /Export|Share/ }).count()).toBe(0);
  await expectAccessible(page, "empty dashboard");
});

test("[PAY-001] [PAY-004] the budget is paid by card, and its invoice is a PDF", async () => {
  const number = await topUp(page, "5000.00");
  const balance = await read<{ balance: number; stripe: number }>(page, "/billing/budget");
  expect(balance).toMatchObject({ balance: 5000, stripe: 5000 });
  await page.goto("/invoices");
  const row = page.getByRole("table", { name: "Invoices" }).getByRole("row").filter({ hasText: number });
  await row.waitFor();
  await expectAccessible(page, "invoices");
  const href = await row.getByRole("link", { name: "Download" }).getAttribute("href");
  const file = await page.context().request.get(href ?? "");
  expect(file.status()).toBe(200);
  expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("[ROUTE-032] [ROUTE-033] [ROUTE-034] a new campaign starts with its name, and the last step lists everything missing", async () => {
  await page.goto("/campaigns");
  await page.getByText("No campaigns yet").waitFor();
  await expectAccessible(page, "empty campaigns");
  await page.getByRole("link", { name: "New campaign" }).first().click();
  await goesTo("/campaigns/create");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expectAccessible(page, "new campaign");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/campaigns\/\d+\?step=basic/);
  await page.getByRole("heading", { name: `Basic settings for “${name}”` }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
  campaignId = Number(/campaigns\/(\d+)/.exec(page.url())?.[1]);
  await goTo(page, "Preview and start");
  const points = await missingPoints(page);
  for (const point of [/category/, /language/, /place/, /template/, /link/]) {
    expect(points.filter((each) => point.test(each))).toHaveLength(1);
  }
  expect(points).toHaveLength(5);
  const proposed = await read<Record<string, unknown>>(page, `/user-campaigns/${campaignId}`);
  expect(proposed).toMatchObject({ total_budget: 500, start_on: today(), end_on: zurichDay(27) });
  expect(await page.getByRole("button", { name: "Start campaign" }).isDisabled()).toBe(true);
  await expectAccessible(page, "last step of an empty draft");
});

test("[STEP-001] [STEP-002] [STEP-003] [FIELD-CAMP-026] basic settings, targeting, budget and period", async () => {
  await goTo(page, "Basic settings");
  await chooseFrom(page, "Categories", "News", "News");
  await page.getByRole("button", { name: /^Remove News/ }).waitFor();
  await chooseFrom(page, "Language of the audience", "German", "German");
  const goals = page.getByRole("group", { name: "Performance goal" });
  expect(await goals.locator("label").allInnerTexts()).toEqual(["CPM"]);
  await expectAccessible(page, "basic settings");
  await next(page, "Targeting");
  await addCircle(page, "Bern", 30);
  await addRegion(page, "Zürich", "Zurich");
  for (const device of ["Computer", "Smartphone", "Tablet"]) await page.getByLabel(device, { exact: true }).check();
  await expectAccessible(page, "targeting");
  await next(page, "Budget and period");
  await page.getByLabel("Total budget").fill("4000.00");
  await page.getByLabel("First day").fill(today());
  await page.getByLabel("Last day").fill(today());
  await expectAccessible(page, "budget and period");
  await next(page, "Banner template");
  const saved = await read<Record<string, unknown>>(page, `/user-campaigns/${campaignId}`);
  expect(saved).toMatchObject({
    categories: ["IAB12"],
    language: "de",
    total_budget: 4000,
    start_on: today(),
    end_on: today(),
    targeting: { devices: ["computer", "smartphone", "tablet"] },
  });
  expect((saved.targeting as { locations: { kind: string }[] }).locations.map(({ kind }) => kind)).toEqual([
    "radius",
    "region",
  ]);
});

test("[STEP-005] a template is chosen and filled in once, and updates in five formats while typing", async () => {
  const cards = page.getByRole("button", { name: /^Choose / });
  await cards.first().waitFor();
  const photo = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 600 } });
  await expect.poll(() => page.locator("main li iframe").count()).toBe(await cards.count());
  await expectAccessible(page, "banner template");
  await page.getByRole("button", { name: "Choose Split" }).click();
  await page.getByLabel("Upload a logo").waitFor({ state: "attached" });
  await fillBanner(page, texts, photo);
  await livePreviews(page, texts.title);
  await page.getByLabel("Title", { exact: true }).fill("Winter check");
  await livePreviews(page, "Winter check");
  await page.getByLabel("Title", { exact: true }).fill(texts.title);
  await livePreviews(page, texts.title);
  await expect.poll(() => page.getByText(/^Saved /).count()).toBe(1);
  const isCut = (button: HTMLElement) => button.offsetWidth > (button.parentElement?.clientWidth ?? 0);
  expect(await page.getByRole("button", { name: /^Add formats/ }).evaluate(isCut)).toBe(false);
  await expectAccessible(page, "customise");
});

test("[STEP-007] [STEP-008] [STATE-008] [PAY-002] with the link set, nothing is missing, and Start reserves the budget", async () => {
  await next(page, "Destination link");
  await page.getByLabel("Destination link", { exact: true }).fill("https://www.velowerk-amsler.example/spring");
  await expectAccessible(page, "destination link");
  await next(page, "Preview and start");
  await page.getByText("Everything is complete").waitFor();
  expect(await missingPoints(page)).toEqual([]);
  await livePreviews(page, texts.title);
  await expectAccessible(page, "preview and start");
  const calls: Request[] = [];
  page.on("request", (request) => calls.push(request));
  const refusal = { code: "link_missing", step: "link", message: "The link is gone" };
  await page.route(/\/can-activate$/, (route) => route.fulfill({ json: { can_activate: false, missing: [refusal] } }), {
    times: 1,
  });
  await page.getByRole("button", { name: "Start campaign" }).click();
  await page.getByText(refusal.message).first().waitFor();
  expect(calls.filter((request) => request.url().endsWith("/activate"))).toEqual([]);
  expect((await read<{ status: string }>(page, `/user-campaigns/${campaignId}`)).status).toBe("DRAFT");
  calls.length = 0;
  await page.getByRole("button", { name: "Start campaign" }).click();
  await page.getByText(`${name} has started`).waitFor();
  await goesTo(`/campaigns/${campaignId}/report`);
  const order = calls.map((request) =>
    /user-campaigns\/\d+\/(can-)?activate$/.exec(request.url())?.[0].split("/").at(-1),
  );
  expect(order.filter((call) => call)).toContain("activate");
  expect(order.indexOf("can-activate")).toBeGreaterThanOrEqual(0);
  expect(order.indexOf("can-activate")).toBeLessThan(order.indexOf("activate"));
  // Two calls: an impression may be charged between them. Both round half a minor unit down.
  const sum = async () => {
    const { reserved, used } = await readFigures(page, campaignId);
    return reserved + used;
  };
  await expect.poll(async () => Math.abs((await sum()) - budget)).toBeLessThanOrEqual(1);
  expect((await read<{ status: string }>(page, `/user-campaigns/${campaignId}`)).status).toBe("ACTIVE");
});

test("[FLOW-001] [ROUTE-001] the campaign delivers, and the dashboard shows it", async () => {
  await setExchangeSpeed(server, 100);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: /were shown [1-9]\S* times?/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("row").filter({ hasText: name }).first().waitFor();
  const state = await eventually(
    "wins at the exchange",
    () => exchangeState(server),
    ({ wins, impressions }) => wins > 0 && impressions > 0,
  );
  expect(state.connected).toBe(true);
  await eventually(
    "viewable impressions",
    () => readFigures(page, campaignId),
    (now) => now.impressions >= 20 && now.viewable > 0,
    60_000,
  );
  await setExchangeSpeed(server, calmSpeed);
  await expectAccessible(page, "dashboard");
}, 150_000);

test("[STATE-007] a pause stops the bids within two seconds", async () => {
  const exchange = newExchange(server.adsUrl);
  await eventually(
    "bids for the campaign in Bern",
    () => exchange.ask(campaignId, bern),
    (isOurs) => isOurs,
    120_000,
  );
  const elsewhere = await Promise.all(Array.from({ length: 20 }, () => exchange.ask(campaignId, lugano)));
  expect(elsewhere).not.toContain(true);
  await page.goto("/campaigns");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  let asked = 0;
  let lastBidAt = 0;
  let bids = 0;
  let going = true;
  const stream = (async () => {
    while (going) {
      asked += 1;
      if (await exchange.ask(campaignId, bern)) {
        bids += 1;
        lastBidAt = performance.now();
      }
    }
  })();
  await eventually(
    "a stream of bids",
    async () => bids,
    (count) => count >= 5,
  );
  const answered = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("menuitem", { name: "Pause" }).click();
  expect((await answered).status()).toBe(200);
  const pausedAt = performance.now();
  const askedThen = asked;
  await eventually(
    "two seconds and a hundred questions more",
    async () => asked,
    (count) => performance.now() > pausedAt + 4000 && count > askedThen + 100,
  );
  going = false;
  await stream;
  expect(lastBidAt - pausedAt).toBeLessThan(2000);
  await page.getByText(`${name} is paused`).waitFor();
  await page.getByRole("row").filter({ hasText: name }).getByText("Paused").waitFor();
  await expectAccessible(page, "campaigns");
  expect(visitor.complaints()).toEqual([]);
});

test("the statistics and the ledger of the paused campaign agree", async () => {
  // An impression costs two and a half cents and each amount is rounded separately, so a sum may differ by one cent.
  await eventually(
    "statistics and ledger that agree",
    () => readFigures(page, campaignId),
    (now) =>
      now.spend === now.used &&
      Math.abs(now.used + now.reserved - budget) <= 1 &&
      Math.abs(now.impressions * 2.5 - now.spend) < 1,
    60_000,
  );
});

test("ending a campaign asks for confirmation: Cancel keeps it running, End ends it", async () => {
  const row = page.getByRole("row").filter({ hasText: name });
  const dialog = page.getByRole("dialog", { name: `End ${name}?` });
  const ask = async () => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "End", exact: true }).click();
  };
  await ask();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("Paused").waitFor();
  await ask();
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await page.getByText(`${name} has ended`).waitFor();
  await row.getByText("Ended", { exact: true }).waitFor();
});
