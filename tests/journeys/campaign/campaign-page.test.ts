import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zurich } from "../../support/bid-request.ts";
import { closeBrowser, newVisitor, type Visitor } from "../../support/browser.ts";
import { callApi } from "../../support/call-api.ts";
import { clickedAddress } from "../../support/clicked-address.ts";
import { eventually } from "../../support/eventually.ts";
import { scrollUntilVisible } from "../../support/scroll-until-visible.ts";
import { zurichDay } from "../../support/zurich-day.ts";
import { expectAccessible } from "./accessibility.ts";
import { adOf } from "./ad-of.ts";
import { read } from "./figures.ts";

type Saved = { id: number; name: string; status: string };

/** One campaign from its start to a blocked site: each test continues where the previous one ended. */
let visitor: Visitor;
let page: Page;
let campaign: Saved;
let balance = 0;
const shop = "https://www.journey-shop.example";

beforeAll(async () => {
  visitor = await newVisitor({ height: 1200 });
  page = visitor.page;
  await visitor.signIn("advanced_advertiser");
  // The demo's; other journeys add theirs.
  const oldest = "/user-campaigns?status=ACTIVE&per_page=1&sort=created_at&direction=asc";
  const { data } = await read<{ data: Saved[] }>(page, oldest);
  const copy = await callApi<Saved>(page, "POST", `/user-campaigns/${data[0]?.id}/copy?rename=true`);
  campaign = await callApi<Saved>(page, "PUT", `/user-campaigns/${copy.id}`, {
    total_budget: 100,
    start_on: zurichDay(),
    end_on: zurichDay(1),
    // An advertiser's domain of its own, so that a bid request can block all others.
    destination_url: `${shop}/winter`,
  });
  // The demo's campaign measures conversions, and so does its copy.
  await callApi(page, "PUT", `/user-campaigns/${campaign.id}/conversion-tracking`, {
    measures_conversions: false,
    conversion_window_days: 30,
  });
  ({ balance } = await budget());
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

const budget = () => read<{ balance: number }>(page, "/billing/budget");
const amountText = (amount: number) => `CHF\u00a0${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, "'")}`;
/** The menu shows a balance since now: other journeys may spend the same customer's, which this page learns later. */
async function expectMenuBalance(): Promise<void> {
  const balances = new Set<string>();
  await eventually(
    "the menu shows a balance since the change",
    async () => {
      balances.add(amountText((await budget()).balance));
      return { menu: await page.locator("#side-menu").innerText(), balances: [...balances] };
    },
    (shown) => shown.balances.some((balance) => shown.menu.includes(balance)),
  );
}
const status = async () => (await read<Saved>(page, `/user-campaigns/${campaign.id}`)).status;

test("a budget that the settings cannot spend is named before the start, with what would help by one click", async () => {
  const copy = await callApi<Saved & { targeting: object }>(page, "POST", `/user-campaigns/${campaign.id}/copy`);
  const point = { country: "CH", latitude: 46.948, longitude: 7.447 };
  await callApi(page, "PUT", `/user-campaigns/${copy.id}`, {
    ...{ total_budget: 500, start_on: zurichDay(1), end_on: zurichDay(2), categories: ["IAB8-8"] },
    targeting: {
      ...copy.targeting,
      locations: [{ ...point, kind: "zip", id: "zip:CH:3011", name: "3011 Bern, Switzerland" }],
    },
  });
  await page.goto(`/campaigns/${copy.id}?step=preview`);
  await page.getByText(/These settings bring about .+ of the 20'000 impressions that CHF\s500.00 buys/).waitFor();
  await page.getByRole("button", { name: "Apply: Include 10 km around the place" }).click();
  await page.getByText("3011 Bern, 10 km").waitFor();
  await page.getByRole("button", { name: "Apply: Include 10 km around the place" }).waitFor({ state: "detached" });
  await expectAccessible(page, "shortfall before the start");
  const saved = await read<Saved & { targeting: { locations: { kind: string }[] } }>(
    page,
    `/user-campaigns/${copy.id}`,
  );
  expect(saved).toMatchObject({ status: "DRAFT", targeting: { locations: [{ kind: "radius", radius_km: 10 }] } });
  await callApi(page, "DELETE", `/user-campaigns/${copy.id}`);
});

test("opens the campaign's page after the start, waits for the first impression, and shows the new balance in the menu", async () => {
  await page.goto(`/campaigns/${campaign.id}?step=preview`);
  await page.getByText("Everything is complete").waitFor();
  await page.getByRole("button", { name: "Start campaign" }).click();
  await page.waitForURL((url) => url.pathname === `/campaigns/${campaign.id}/report`);
  // The demo's exchange may be faster than the page.
  await page.getByRole("heading", { level: 1, name: /is waiting for the first impression\.|is live\./ }).waitFor();
  expect((await budget()).balance).toBeLessThanOrEqual(balance - 100);
  await expectMenuBalance();
});

test("turns live automatically when the first impression arrives", async () => {
  await page.getByRole("heading", { level: 1, name: `${campaign.name} is live.` }).waitFor({ timeout: 90_000 });
  await page.getByRole("button", { name: /^Impressions [1-9]/ }).waitFor();
  await expectAccessible(page, "campaign page");
}, 120_000);

test("a figure switches the chart to its days", async () => {
  await page.getByRole("button", { name: /^Clicks/ }).click();
  await page.getByRole("img", { name: "Clicks per day" }).waitFor();
  await page.getByRole("button", { name: /^Effective budget/ }).click();
  await page.getByRole("img", { name: "Spend per day, CHF" }).waitFor();
});

test("pause and resume take one click each and appear in the timeline", async () => {
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: `${campaign.name} is paused.` }).waitFor();
  expect(await status()).toBe("PAUSED");
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  expect(await status()).toBe("ACTIVE");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await scrollUntilVisible(timeline.getByText("Paused", { exact: true }));
  await timeline.getByText("Resumed", { exact: true }).waitFor();
});

test("A raised budget is reserved from the balance, which the menu shows at once, and an undo returns it", async () => {
  const before = (await budget()).balance;
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Change budget" }).click();
  const dialog = page.getByRole("dialog", { name: "Budget and end date" });
  const field = dialog.getByLabel("Total budget");
  await field.fill("999999");
  await dialog.getByText(`The largest possible budget is CHF ${amountText(before + 100).slice(4)}.`).waitFor();
  await dialog.getByRole("link", { name: "Add budget" }).waitFor();
  await field.fill("140");
  await dialog.getByText(amountText(before - 40)).waitFor();
  await expectAccessible(page, "budget dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  const raised = (await budget()).balance;
  expect(raised).toBeLessThanOrEqual(before - 40);
  await expectMenuBalance();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await eventually(
    "the undo returns the amount",
    async () => (await budget()).balance - raised,
    (back) => back === 40,
  );
  await expectMenuBalance();
});

test("blocks a site from the list of sites", async () => {
  const sites = page.getByRole("region", { name: "Impressions per URL" });
  await sites.scrollIntoViewIfNeeded();
  await sites
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Block" }).click();
  const note = await page.getByText(/ is blocked\.$/).innerText();
  const site = note.replace(" is blocked.", "");
  const rules = await eventually(
    "a rule for the site",
    () => read<{ rules: { rule: string }[] }>(page, `/user-campaigns/${campaign.id}/site-rules?sites=${site}`),
    ({ rules }) => rules[0]?.rule === "block",
  );
  expect(rules.rules[0]?.rule).toBe("block");
  expect(visitor.complaints()).toEqual([]);
});

test("an order after a click on a delivered ad appears on the campaign's page, each order once", async () => {
  await page.reload();
  const panel = page.getByRole("region", { name: "Conversions", exact: true });
  await scrollUntilVisible(panel.getByRole("button", { name: "Set up" }));
  await panel.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Measure conversions" });
  await dialog.getByLabel("Measure conversions of this campaign").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  const codes = dialog.locator("pre");
  await codes.first().waitFor();
  await expectAccessible(page, "conversions dialog");
  const lines = (await codes.allInnerTexts()).slice(0, 2).join("\n");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await panel.getByText("Waiting for the first conversion").waitFor();

  // A site of its own: elsewhere the demo's traffic would use up what pacing allows the campaign.
  const site = "orders-news.example";
  await callApi(page, "PUT", `/user-campaigns/${campaign.id}/site-rules`, { site, rule: "allow" });
  const shopper = await newVisitor();
  try {
    const { context } = shopper;
    await shopper.page.setContent(`<body style="margin:0">${await adOf(campaign.id, site, zurich)}</body>`);
    const ad = shopper.page.frameLocator("iframe").first().getByRole("link").first();
    const landing = await clickedAddress(context, shop, () => ad.click());
    expect(landing.pathname).toBe("/winter");
    expect(landing.searchParams.get("litfass_click")).toMatch(/^[\w.-]{20,}$/);
    // The shop is public and the test's ad server is not, which browsers ask about.
    await context.grantPermissions(["local-network-access"], { origin: shop });
    await context.route(`${shop}/**`, (route) => route.fulfill({ contentType: "text/html", body: lines }));
    for (const address of [landing.href, `${shop}/thanks`, `${shop}/thanks?reloaded`]) {
      const reported = shopper.page.waitForResponse((response) => new URL(response.url()).pathname === "/conversion");
      await shopper.page.goto(address);
      expect((await reported).status()).toBe(200);
    }
  } finally {
    await shopper.leave();
  }
  await panel.getByText("Last conversion just now").waitFor();
  await page.getByRole("button", { name: /^Conversions 1\b/ }).waitFor();
  await page.getByText(/CHF\s49\.90 in orders/).waitFor();
  const sites = page.getByRole("region", { name: "Impressions per URL" });
  await scrollUntilVisible(sites.getByRole("columnheader", { name: "Conversions" }));
  expect(visitor.complaints()).toEqual([]);
}, 180_000);

test("ends it from the list, and the menu has the rest of its budget at once", async () => {
  await page.goto(`/campaigns?search=${encodeURIComponent(campaign.name)}`);
  await page.getByRole("button", { name: `Actions for ${campaign.name}` }).click();
  await page.getByRole("menuitem", { name: "End", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
  await page.getByText(`${campaign.name} has ended`).waitFor();
  await expectMenuBalance();
});

test("a new campaign on a phone begins at its goal, and a refused name gets the focus", async () => {
  const phone = await newVisitor({ width: 390, height: 844 });
  await phone.signIn("advanced_advertiser");
  await phone.page.goto("/campaigns/create");
  const field = phone.page.getByLabel("Name", { exact: true });
  await field.waitFor();
  expect(await phone.page.evaluate(() => window.scrollY)).toBe(0);
  await field.fill("Zopf & Brot");
  await phone.page.getByRole("button", { name: "Create draft" }).click();
  await phone.page.getByText("The name consists of letters and digits").waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await phone.leave();
});
