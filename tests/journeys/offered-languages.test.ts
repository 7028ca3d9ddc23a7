import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor, type VisitorOptions } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

const visitors: Visitor[] = [];
async function arrive(options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await newVisitor(options);
  visitors.push(visitor);
  return visitor;
}

let operator: Visitor;
beforeEach(async () => {
  operator = await arrive();
  await operator.signIn("super_admin");
});
afterEach(async () => {
  type Current = { languages: { version: number } };
  const { languages } = await callApi<Current>(operator.page, "GET", "/settings/operator");
  await callApi(operator.page, "PUT", "/settings/operator/languages", {
    version: languages.version,
    note: "As before",
    settings: { offered: ["en", "de"] },
  });
  for (const visitor of visitors.splice(0)) await visitor.leave();
});
afterAll(closeBrowser);

test("an operator offers French and Italian, and the screen changes its language without a reload", async () => {
  const { page } = operator;
  await page.goto("/settings/operator?section=languages");
  const selector = page.getByRole("combobox").filter({ has: page.locator('option[value="de"]') });
  const options = () => selector.locator("option").allInnerTexts();
  await expect.poll(options).toEqual(["English", "Deutsch"]);
  await page.getByRole("checkbox", { name: "Français" }).check();
  await page.getByRole("checkbox", { name: "Italiano" }).check();
  await page.getByText("Order: English, Deutsch, Français, Italiano").waitFor();
  await page.getByLabel("Reason for the change").fill("Customers in Geneva and Lugano");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await expect.poll(options).toEqual(["English", "Deutsch", "Français", "Italiano"]);

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const saved = page.waitForRequest((request) => request.url().endsWith("/users/me/lang"));
  await selector.selectOption("fr");
  expect((await saved).postDataJSON()).toEqual({ lang: "fr" });
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("fr");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

  const geneva = await arrive({ locale: "fr-CH" });
  await geneva.page.goto("/login");
  await geneva.page.locator('button[type="submit"]').waitFor();
  expect(await geneva.page.evaluate(() => document.documentElement.lang)).toBe("fr");
});
