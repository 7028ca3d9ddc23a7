import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

let visitor: Visitor;
const poster = "5a7f0000-0000-4000-8000-000000000001";

beforeAll(async () => {
  visitor = await newVisitor({ width: 1440, height: 1000 });
  await visitor.signIn("tech_admin");
});
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

test("[ROUTE-017] [ROUTE-018] [ROUTE-021] tech admins see lists of categories, groups and creatives", async () => {
  const { page } = visitor;
  for (const [path, row] of [
    ["/creative-group-categories", "Announcements"],
    ["/creative-groups", "Panorama"],
    ["/creatives", "Ribbon"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("table").getByText(row, { exact: true }).first().waitFor();
    expect(await visitor.accessibility()).toEqual([]);
  }
});

test("[ROUTE-019] [ROUTE-020] creates a group with a custom template and a live preview of all formats, and reopens it", async () => {
  const { page } = visitor;
  await page.goto("/creative-groups/create");
  await page.getByLabel("Name in English").fill("Plain poster");
  await page.getByLabel("Name in German").fill("Hausplakat");
  const { standard } = await callApi<{ standard: { name: string; markup: string }[] }>(
    page,
    "GET",
    "/creatives/template-kit",
  );
  await page.getByLabel("Template source").fill(standard.find(({ name }) => name === "poster")?.markup ?? "");
  await expect.poll(() => page.locator("iframe").count(), { timeout: 15_000 }).toBe(5);
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/creative-groups\/[0-9a-f-]{36}$/);
  await page.reload();
  expect(await page.getByLabel("Name in German").inputValue()).toBe("Hausplakat");
  await page.goto(`/creative-groups/${poster}`);
  await page.getByText("Standard templates are built in.", { exact: false }).waitFor();
  expect(await visitor.accessibility()).toEqual([]);
});

test("[ROUTE-022] [ROUTE-023] creates a creative and reopens it with its values", async () => {
  const { page } = visitor;
  await page.goto("/creatives/create");
  await page.getByLabel("Title").fill("Plain banner");
  await page.getByLabel("Description").fill("Made by hand");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/creatives\/[0-9a-f-]{36}$/);
  await page.reload();
  await page.getByRole("heading", { name: "Plain banner" }).waitFor();
  expect(await page.getByLabel("Description").inputValue()).toBe("Made by hand");
  expect(await visitor.accessibility()).toEqual([]);
  expect(visitor.complaints()).toEqual([]);
});

test("canceling the order of a banner set asks before", async () => {
  const { page } = visitor;
  const admin = await newVisitor();
  const customer = await newVisitor();
  await admin.signIn("admin");
  await customer.signIn("advanced_advertiser");
  const second = await newVisitor();
  await second.signIn("super_admin");
  const { uid } = await callApi<{ uid: string }>(customer.page, "GET", "/users/me");
  const subscription = { plan: "advanced" };
  const { approval } = await callApi<{ approval: number }>(
    admin.page,
    "POST",
    `/admin/users/${uid}/subscription`,
    subscription,
  );
  await callApi(second.page, "POST", `/billing/approvals/${approval}/approve`, {});
  await callApi(customer.page, "POST", "/banner-sets", { brief: "Warm bread" });
  await page.goto("/banner-sets");
  const row = page.getByRole("row").filter({ hasText: "Warm bread" });
  const openMenu = async () => {
    await row.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name: "Cancel the order" }).click();
  };
  await openMenu();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
  await row.getByText("Ordered", { exact: true }).waitFor();
  await openMenu();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the order" }).click();
  await row.getByText("Canceled", { exact: true }).waitFor();
  for (const each of [admin, customer, second]) await each.leave();
});
