import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { expectAccessible } from "./campaign/accessibility.ts";
import { addCircle, chooseFrom, goTo, next } from "./campaign/build-campaign.ts";
import { read } from "./campaign/figures.ts";
import { withGoogleMaps } from "./campaign/google-maps.ts";

/** An advanced advertiser builds the target group of one campaign; each test continues where the previous one ended. */
let visitor: Visitor;
let page: Page;
let campaignId = 0;
const name = `Target group ${process.pid}`;
type Saved = { targeting: { locations: { kind: string }[]; whitelists: number[]; devices: string[] } };
const saved = () => read<Saved>(page, `/user-campaigns/${campaignId}`);

beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.signIn("advanced_advertiser");
  await page.goto("/campaigns/create");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/campaigns\/\d+\?step=basic/);
  campaignId = Number(/campaigns\/(\d+)/.exec(page.url())?.[1]);
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

test("a goal presets place, days, strategy and pacing, and a page with all basic settings leads to the targeting", async () => {
  const own = await page.context().newPage();
  await own.goto("/campaigns/create");
  await own.getByText("Promote an offer").click();
  await own.getByLabel("Name", { exact: true }).fill(`${name} offer`);
  await chooseFrom(own, "Categories", "bakery", "Desserts & Baking");
  await chooseFrom(own, "Language of the audience", "German", "German");
  await own.getByRole("button", { name: "Create draft" }).click();
  await own.waitForURL(/\/campaigns\/\d+\?step=targeting/);
  const id = Number(/campaigns\/(\d+)/.exec(own.url())?.[1]);
  expect(await read(own, `/user-campaigns/${id}`)).toMatchObject({
    ...{ strategy: "performance", pacing: "ahead", language: "de", total_budget: 250 },
    ...{ start_on: zurichDay(), end_on: zurichDay(13) },
    targeting: { locations: [{ kind: "radius", country: "CH" }] },
  });
  await callApi(own, "DELETE", `/user-campaigns/${id}`);
  await own.close();
});

test("each step begins at its heading, and the keyboard needs one stop for all steps", async () => {
  const focused = (what: "tagName" | "textContent") => page.evaluate((of) => document.activeElement?.[of] ?? "", what);
  await expect.poll(() => focused("tagName")).toBe("H1");
  await page.keyboard.press("Tab");
  expect(await focused("textContent")).toBe("1Basic settings");
  await page.keyboard.press("ArrowRight");
  expect(await focused("textContent")).toMatch(/Targeting$/);
  await page.keyboard.press("Enter");
  await page.locator('button[aria-current="step"]', { hasText: "Targeting" }).waitFor();
  await expect.poll(() => focused("tagName")).toBe("H1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main ol") === null)).toBe(true);
  await goTo(page, "Basic settings");
});

test("[RULE-008] both searches ask for English spelling and find places by it", async () => {
  await page.getByText("Use the English spelling.").waitFor();
  await chooseFrom(page, "Language of the audience", "German", "German");
  await goTo(page, "Targeting");
  await page.getByText("Use the English spelling.").waitFor();
  await chooseFrom(page, "Place", "Geneva", "Geneva, Switzerland");
  await page.getByRole("button", { name: "Remove Geneva, Switzerland" }).waitFor();
  // The next place can be typed at once.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("combobox");
});

test("categories are found by a trade, in either language", async () => {
  await goTo(page, "Basic settings");
  await chooseFrom(page, "Categories", "Coiffeur", "Beauty");
  await page.getByRole("button", { name: "Remove Beauty" }).waitFor();
  await chooseFrom(page, "Categories", "home", "Home & Garden");
  await page.getByRole("button", { name: "Remove Home & Garden" }).waitFor();
  await eventually(
    "two saved categories",
    () => read<{ categories: string[] }>(page, `/user-campaigns/${campaignId}`),
    ({ categories }) => categories.join() === "IAB10,IAB18-1" || categories.join() === "IAB18-1,IAB10",
  );
  await goTo(page, "Targeting");
});

test("places are found by other names, cities by zip code, and a circle that is only drawn is kept", async () => {
  await chooseFrom(page, "Place", "Neuenburg", "Neuchâtel, Switzerland");
  await page.getByRole("button", { name: "Remove Neuchâtel, Switzerland" }).click();
  await chooseFrom(page, "Place", "3011", "3011 Bern, Switzerland");
  await page.getByRole("button", { name: "Remove 3011 Bern, Switzerland" }).click();
  await page.getByText("Radius", { exact: true }).click();
  await chooseFrom(page, "Center", "Biel", "Biel/Bienne");
  await page.getByLabel("Radius", { exact: true }).last().fill("12");
  await next(page, "Budget and period");
  await eventually("the circle", saved, ({ targeting }) => targeting.locations.some(({ kind }) => kind === "radius"));
  await goTo(page, "Targeting");
  await page.getByRole("button", { name: "Remove Biel/Bienne, 12 km" }).click();
  await eventually("one place", saved, ({ targeting }) => targeting.locations.length === 1);
});

test("[FIELD-CAMP-012] [CONST-027] [STATE-036] places of all five kinds, by search and on the built-in map, are kept after a reload", async () => {
  const pick = (kind: string) => page.getByText(kind, { exact: true }).click();
  await pick("Country");
  await chooseFrom(page, "Place", "Liechtenstein", "Liechtenstein");
  await page.getByRole("button", { name: "Remove Liechtenstein" }).waitFor();
  await pick("Region");
  await chooseFrom(page, "Place", "Zürich", "Zurich");
  await page.getByRole("button", { name: /^Remove Zurich/ }).waitFor();
  const onMap = page.locator('[data-region="region:CH-GR"]');
  const chosen = page.getByRole("button", { name: /^Remove Graubünden/ });
  await onMap.click();
  await chosen.waitFor();
  await onMap.click();
  await chosen.waitFor({ state: "detached" });
  await pick("Zip");
  await chooseFrom(page, "Place", "3011", "3011 Bern");
  await page.getByRole("button", { name: "Remove 3011 Bern, Switzerland" }).waitFor();
  await pick("Radius");
  expect(await page.getByLabel("Radius", { exact: true }).last().inputValue()).toBe("30");
  await pick("City");
  await addCircle(page, "Lugano", 30);
  const map = page.getByRole("img", { name: /^Map of the chosen places/ });
  await map.click({ position: { x: 300, y: 120 } });
  const add = page.getByRole("button", { name: "Add this circle" });
  await eventually("a point from the map", () => add.isEnabled(), Boolean);
  await add.click();
  const kinds = async () => (await saved()).targeting.locations.map(({ kind }) => kind).sort();
  const all = ["city", "country", "radius", "radius", "region", "zip"];
  await eventually("six places that are saved", kinds, (now) => now.length === all.length);
  await page.reload();
  await page.getByRole("button", { name: "Remove 3011 Bern, Switzerland" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Remove / }).count()).toBe(6);
  expect(await kinds()).toEqual(all);
  await expectAccessible(page, "advanced targeting");
});

test("[STATE-036] with a key Google's map shows the places and accepts a point, within the content security policy", async () => {
  const other = await newVisitor();
  await withGoogleMaps(other.context, "works");
  await other.signIn("advanced_advertiser", `/campaigns/${campaignId}?step=targeting`);
  const map = other.page.getByRole("region", { name: "Map of the chosen places" });
  await expect.poll(() => map.getAttribute("data-circles")).toBe("4");
  const outline = () => map.evaluate((element) => getComputedStyle(element).outlineColor);
  await expect.poll(outline).toBe("rgb(1, 2, 3)");
  await expect
    .poll(() => other.page.locator("body").evaluate(({ dataset }) => [dataset.mapsWorker, dataset.mapsFetch]))
    .toEqual(["works", "true"]);
  await other.page.getByText("Radius", { exact: true }).click();
  await map.click();
  await expect.poll(() => other.page.getByRole("button", { name: "Add this circle" }).isEnabled()).toBe(true);
  expect(other.complaints()).toEqual([]);
  await other.leave();
});

test("[STATE-036] falls back to the built-in map if Google's script does not load", async () => {
  const other = await newVisitor();
  await withGoogleMaps(other.context, "fails");
  const attempts: string[] = [];
  other.context.on("requestfailed", (request) => attempts.push(request.url()));
  await other.signIn("advanced_advertiser", `/campaigns/${campaignId}?step=targeting`);
  await other.page.getByRole("img", { name: /^Map of the chosen places/ }).waitFor();
  // The first attempt and three retries.
  expect(attempts.filter((url) => url.startsWith("https://maps.googleapis.com/maps/api/js?"))).toHaveLength(4);
  await other.leave();
});

test("[FIELD-CAMP-016] [FIELD-CAMP-028] exactly four devices and two environments", async () => {
  const choices = (group: string) => page.getByRole("group", { name: group }).getByRole("checkbox");
  const labels = async (group: string) =>
    choices(group).evaluateAll((boxes) => boxes.map((box) => box.closest("label")?.textContent?.trim()));
  expect(await labels("Devices")).toEqual(["Computer", "Smartphone", "Tablet", "Connected TV"]);
  expect(await labels("Environment")).toEqual(["Web optimized", "App"]);
});

test("[AGENCY-006] a list of two domains is saved, chosen, and still chosen after a reload", async () => {
  const list = `Press ${process.pid}`;
  await page.getByRole("button", { name: "New whitelist" }).click();
  await page.getByLabel("List name").fill(list);
  await page.getByLabel("Domains", { exact: true }).fill("a.example\nnews.b.example\n");
  await page.getByRole("button", { name: "Save the list" }).click();
  const box = page.getByRole("checkbox", { name: `${list}, 2 domains` });
  await box.waitFor();
  await eventually("the chosen list", saved, ({ targeting }) => targeting.whitelists.length === 1);
  await page.reload();
  await box.waitFor();
  expect(await box.isChecked()).toBe(true);
});

test("[FIELD-CAMP-008] [CONST-019] the budget shows its impressions, and a low one recommends 500 per month", async () => {
  await goTo(page, "Budget and period");
  await page.getByLabel("First day").fill("2027-03-01");
  await page.getByLabel("Last day").fill("2027-03-30");
  const budget = page.getByLabel("Total budget");
  await budget.fill("100.00");
  await page.getByText(/Buys 4.000 impressions/).waitFor();
  await page.getByText("at least CHF 500.00 per month").waitFor();
  await budget.fill("1000.00");
  await page.getByText(/Buys 40.000 impressions/).waitFor();
  expect(await page.getByText(/We recommend at least/).count()).toBe(0);
});

test("[RULE-CUS-001] an empty destination link says that it must be a valid URL", async () => {
  await goTo(page, "Destination link");
  const link = page.getByLabel("Destination link", { exact: true });
  await link.focus();
  await link.blur();
  await page.getByText("This value must be a valid URL").waitFor();
});

test("the history shows the changes", async () => {
  await goTo(page, "Basic settings");
  await page.getByRole("heading", { name: "Changes" }).waitFor();
  await page.getByText("3011 Bern, Switzerland").waitFor();
  await expectAccessible(page, "history");
});

test("[ROUTE-030] [ROUTE-031] staff see and edit the campaigns of one user", async () => {
  const { uid } = await read<{ uid: string }>(page, "/users/me");
  const staff = await newVisitor();
  await staff.signIn("admin");
  await staff.page.goto(`/users/${uid}/campaigns`);
  await staff.page.getByRole("link", { name }).click();
  await staff.page.waitForURL((url) => url.pathname === `/users/${uid}/campaigns/${campaignId}/report`);
  // The list stays until the page is loaded, and has links of that name for other drafts.
  await staff.page.getByRole("heading", { level: 1, name }).waitFor();
  await staff.page.getByRole("link", { name: "Continue", exact: true }).click();
  await staff.page.waitForURL((url) => url.pathname === `/users/${uid}/campaigns/${campaignId}`);
  expect(await staff.page.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
  const listed = await read<{ data: { owner: string }[] }>(staff.page, `/user-campaigns/${uid}/campaigns`);
  expect(new Set(listed.data.map(({ owner }) => owner))).toEqual(new Set([uid]));
  await staff.leave();
});

test("[STATE-011] a campaign is deleted after a confirmation", async () => {
  await page.goto(`/campaigns?search=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`${name} was removed from the list`).waitFor();
  await eventually(
    "a list without it",
    () => page.getByRole("link", { name }).count(),
    (count) => count === 0,
  );
  expect(visitor.complaints()).toEqual([]);
});
