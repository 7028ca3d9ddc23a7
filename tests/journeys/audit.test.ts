import { afterAll, expect, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";

afterAll(closeBrowser);

test("an admin changes a user, and the user's page tells who changed what, before and after", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await visitor.signIn("admin");
  const uid = await page.evaluate(async () => {
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "");
    const send = async (method: string, path: string, body: object) => {
      const headers = { "content-type": "application/json", "x-xsrf-token": token };
      const answer = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
      return answer.json();
    };
    const email = `audited-${Date.now()}@example.com`;
    const user = await send("POST", "/admin/users", { email, user_role: "customer" });
    await send("PATCH", `/admin/users/${user.uid}`, { city: "Thun" });
    await send("PATCH", `/admin/users/${user.uid}`, { user_role: "advanced_advertiser" });
    await send("POST", "/billing/make-transaction", { user: user.uid, amount: 250_000, description: "Goodwill" });
    return String(user.uid);
  });
  await page.goto(`/users/${uid}`);
  const history = page.getByRole("region", { name: "History" });
  const entries = history.getByRole("listitem");
  await entries.first().waitFor();
  await expect.poll(() => entries.count()).toBe(4);
  const newest = (await entries.nth(0).textContent()) ?? "";
  for (const part of ["Budget credited", "Adrian Frei", "Goodwill", "CHF 0.00", "CHF 2'500.00"]) {
    expect(newest).toContain(part);
  }
  expect(await entries.nth(1).textContent()).toMatch(/Role changed.*Advertiser.*Advanced advertiser/);
  expect(await entries.nth(2).textContent()).toMatch(/Profile changed.*City.*Thun/);
  expect(await visitor.accessibility()).toEqual([]);
  await history.getByLabel("Kind of change").selectOption("money");
  await expect.poll(() => entries.count()).toBe(1);
  await page.reload();
  await entries.first().waitFor();
  await expect.poll(() => entries.count()).toBe(1);
  await history.getByLabel("Changed by").selectOption("self");
  await history.getByText("Nothing of this kind").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/users/${uid}`);
  await entries.first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
});
