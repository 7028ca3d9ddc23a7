import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

afterAll(closeBrowser);

test("an admin changes a user, and the user's page shows who changed what, before and after", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await visitor.signIn("admin");
  const email = `audited-${Date.now()}@example.com`;
  const { uid } = await callApi<{ uid: string }>(page, "POST", "/admin/users", { email, user_role: "customer" });
  await callApi(page, "PATCH", `/admin/users/${uid}`, { city: "Thun" });
  await callApi(page, "PATCH", `/admin/users/${uid}`, { user_role: "advanced_advertiser" });
  const credit = { user: uid, amount: 2500, description: "Goodwill" };
  await callApi(page, "POST", "/billing/make-transaction", credit);
  await page.goto(`/users/${uid}`);
  const history = page.getByRole("region", { name: "History" });
  const entries = history.getByRole("listitem");
  await entries.first().waitFor();
  await expect.poll(() => entries.count()).toBe(4);
  const newest = ((await entries.nth(0).textContent()) ?? "").replaceAll("\u00a0", " ");
  for (const part of ["Budget credited", "Adrian Frei", "Goodwill", "CHF 0.00", "CHF 2'500.00"]) {
    expect(newest).toContain(part);
  }
  expect(await entries.nth(1).textContent()).toMatch(/Role changed.*Advertiser.*Advanced advertiser/);
  expect(await entries.nth(2).textContent()).toMatch(/Profile changed.*City.*Thun/);
  expect(await visitor.accessibility()).toEqual([]);
  await history.getByLabel("Type of change").selectOption("money");
  await expect.poll(() => entries.count()).toBe(1);
  await page.reload();
  await entries.first().waitFor();
  await expect.poll(() => entries.count()).toBe(1);
  await history.getByLabel("Changed by").selectOption("self");
  await history.getByText("No matching changes").waitFor();
  await history.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export the history" });
  expect(await visitor.accessibility()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
  const file = await readFile(await download.path(), "utf8");
  expect(file.split("\r\n")[0]).toContain('"actor_name"');
  // The chosen filters apply: nothing is both about money and by the user.
  expect(file).not.toContain("Goodwill");
  await history.getByLabel("Changed by").selectOption("all");
  await history.getByLabel("Type of change").selectOption("access");
  await expect.poll(() => entries.first().textContent()).toContain("Audit log exported");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/users/${uid}`);
  await entries.first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
});
