import type { Role } from "@litfass/contract/kernel/roles";
import { roles } from "@litfass/contract/kernel/roles";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi, callFrom } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { openFreshAccount } from "./billing/fresh-account.ts";
import { chooseFrom } from "./campaign/build-campaign.ts";

type Customer = { visitor: Visitor; email: string; uid: string };
type Listed = { data: { id: number; name: string; status: string; total_budget: number }[] };

let staff: Visitor;
let page: Page;
let customers: Customer[];
let id: number;
const name = `Union ${process.pid}`;
const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><circle cx="40" cy="40" r="28"/></svg>';

beforeAll(async () => {
  staff = await newVisitor();
  page = staff.page;
  const opened = [await newVisitor(), await newVisitor()].map(async (visitor) => {
    const email = await openFreshAccount(visitor.page);
    const { uid } = await callApi<{ uid: string }>(visitor.page, "GET", "/users/me");
    return { visitor, email, uid };
  });
  [customers] = await Promise.all([Promise.all(opened), staff.signIn("admin")]);
  for (const { uid } of customers) {
    await callApi(page, "POST", "/billing/make-transaction", { user: uid, amount: 300 });
  }
});
afterAll(async () => {
  for (const { visitor } of customers ?? []) await visitor.leave();
  await staff?.leave();
  closeBrowser();
});

test("[ROUTE-013] [ROUTE-014] [ROUTE-015] an admin opens the list, creates a bulk campaign and sees its saved form", async () => {
  await page.goto("/bulk-campaigns");
  await page.getByRole("heading", { name: "Bulk campaigns" }).waitFor();
  await page.getByRole("link", { name: "Branches in winter" }).waitFor();
  await page.getByRole("link", { name: "New bulk campaign" }).click();
  await page.waitForURL((url) => url.pathname === "/bulk-campaigns/create");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await chooseFrom(page, "Categories", "Food", "Food & Drink");
  await page.keyboard.press("Escape");
  await chooseFrom(page, "Language of the audience", "German", "German");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/\/bulk-campaigns\/\d+\?step=targeting$/);
  id = Number(/bulk-campaigns\/(\d+)/.exec(page.url())?.[1]);
  await chooseFrom(page, "Place", "Bern", "Bern");
  await page.getByRole("button", { name: "Next: Period and link" }).click();
  await page.getByLabel("First day").fill(zurichDay());
  await page.getByLabel("Last day").fill(zurichDay(20));
  await page.getByLabel("Link for all").fill("https://www.union.example/all");
  await page.getByRole("button", { name: "Next: Banners" }).click();
  await page.waitForURL((url) => url.pathname === `/bulk-campaigns/${id}/creatives`);

  await page.goto(`/bulk-campaigns/${id}`);
  await page.getByRole("button", { name: /^Remove Food & Drink/ }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
  expect(await callApi(page, "GET", `/bulk-campaigns/${id}`)).toMatchObject({
    language: "de",
    start_on: zurichDay(),
    end_on: zurichDay(20),
    destination_url: "https://www.union.example/all",
    targeting: { locations: [{ kind: "city" }] },
  });
});

test("[ROUTE-016] [PAGE-002] its creatives are chosen and filled in once, and the preview shows them in their format", async () => {
  await page.goto(`/bulk-campaigns/${id}/creatives`);
  await page.getByRole("button", { name: "Choose Poster" }).click();
  await page.getByRole("tab", { name: "Poster" }).click();
  await page
    .getByLabel("Upload a logo")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(logo) });
  await page.getByText("logo.svg").waitFor();
  await page.getByLabel("Title", { exact: true }).fill("Fresh for all");
  await page.getByLabel("Description", { exact: true }).fill("In every branch from seven");
  await page.getByLabel("Button", { exact: true }).first().fill("Come in");
  type Check = { missing: { section: string }[] };
  await eventually(
    "nothing missing in the banners",
    () => callApi<Check>(page, "GET", `/bulk-campaigns/${id}/filled-validation`),
    ({ missing }) => !missing.some(({ section }) => section === "creatives"),
  );
  type Creatives = { groups: { forms: { format: string; preview_url: string }[] }[] };
  const { groups } = await callApi<Creatives>(page, "GET", `/bulk-campaigns/${id}/creatives`);
  const form = groups[0]?.forms.find(({ format }) => format === "300x250");
  expect(form?.preview_url).toMatch(new RegExp(`^/creatives/iframe-bulk/${id}/`));
  const preview = await staff.context.newPage();
  await preview.goto(form?.preview_url ?? "");
  await preview.getByText("Fresh for all").first().waitFor();
  const box = await preview.locator("body > *").first().boundingBox();
  expect([box?.width, box?.height]).toEqual([300, 250]);
  await preview.close();
});

test("[AGENCY-002] two customers get a campaign each, with their own settings", async () => {
  await page.goto(`/bulk-campaigns/${id}?step=customers`);
  for (const [at, { email }] of customers.entries()) {
    await chooseFrom(page, "Add a customer", email, email);
    await page.getByLabel("Budget", { exact: true }).nth(at).waitFor();
  }
  await page.getByLabel("Budget", { exact: true }).nth(0).fill("120");
  await page.getByLabel("Budget", { exact: true }).nth(1).fill("80.50");
  await page.getByLabel("Link", { exact: true }).nth(1).fill("www.velo.example/union");
  await page.getByRole("button", { name: "Next: Launch" }).click();
  await page.getByText("All 2 campaigns are ready.").waitFor();
  expect(await staff.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Launch 2 campaigns" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("CHF 200.50").waitFor();
  expect(await staff.accessibility()).toEqual([]);
  await dialog.getByRole("button", { name: "Launch", exact: true }).click();
  await page.getByText("2 campaigns were launched.", { exact: true }).waitFor();

  const [first, second] = customers as [Customer, Customer];
  for (const [{ visitor }, budget] of [[first, 120] as const, [second, 80.5] as const]) {
    const { data } = await callApi<Listed>(visitor.page, "GET", "/user-campaigns");
    expect(data).toMatchObject([{ name, status: "ACTIVE", total_budget: budget }]);
  }
  const link = page.locator("main table").getByRole("link", { name });
  await link.nth(1).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/users/${second.uid}/campaigns/`));
  const campaign = Number(page.url().split("/").at(-1)?.split("?")[0]);
  expect(await callApi(second.visitor.page, "GET", `/user-campaigns/${campaign}`)).toMatchObject({
    destination_url: "https://www.velo.example/union",
  });
  await page.goto(`/bulk-campaigns?search=${encodeURIComponent(name)}`);
  await page.getByText("2 of 2 launched").waitFor();
  expect(staff.complaints()).toEqual([]);
});

const open: readonly Role[] = ["admin", "campaign_manager", "sales"];
const closed: readonly Role[] = ["customer", "accountant", "tech_admin"];

test("[GUARD-007] [GUARD-010] [MENU-003] [ROLE-006] admins and managers open bulk campaigns, account managers for their customers, others are redirected home", async () => {
  expect(roles).toEqual(expect.arrayContaining([...open, ...closed]));
  const stranger = customers[0] as Customer;
  for (const role of [...open, ...closed]) {
    const visitor = await newVisitor();
    await visitor.signIn(role, "/bulk-campaigns");
    const own = visitor.page;
    if (closed.includes(role)) {
      await own.waitForURL((url) => url.pathname === "/dashboard");
    } else {
      await own.getByRole("heading", { name: "Bulk campaigns" }).waitFor();
      await own.getByRole("link", { name: "Branches in winter" }).waitFor();
      expect(new URL(own.url()).pathname).toBe("/bulk-campaigns");
    }
    if (role === "campaign_manager") {
      const menu = own.getByRole("navigation", { name: "Main" });
      const links = ["Account", "Analytics", "Bulk campaigns", "Campaign templates", "Dashboard"];
      expect((await menu.getByRole("link").allInnerTexts()).sort()).toEqual(links);
      await menu.getByRole("link", { name: "Campaign templates" }).click();
      await own.getByRole("heading", { name: "Campaign templates" }).waitFor();
      await menu.getByRole("link", { name: "Bulk campaigns" }).click();
      await own.getByRole("link", { name }).waitFor();
    }
    if (role === "sales") {
      // This bulk campaign is an admin's, and its customers are assigned to no one.
      expect(await own.getByRole("link", { name }).count()).toBe(0);
      expect((await callFrom(own, "GET", `/bulk-campaigns/${id}`)).status).toBe(403);
      const refused = own.waitForResponse(
        (answer) => answer.url().includes(stranger.uid) && [403, 404].includes(answer.status()),
      );
      await own.goto(`/users/${stranger.uid}/campaigns`);
      await refused;
      await own.locator("main").getByRole("heading").first().waitFor();
      expect((await callFrom(own, "GET", `/user-campaigns/${stranger.uid}/campaigns`)).status).toBe(403);
      expect(await own.getByText(name).count()).toBe(0);
    }
    await visitor.leave();
  }
});
