import { languages } from "@litfass/contract/kernel/language";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

afterAll(closeBrowser);

test("the seven steps fit in every language, from a phone to a large screen", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await visitor.signIn("advanced_advertiser");
  // Shows the app as if the operator offered every language, and saves no choice: other walks use the account.
  await page.route("**/api/v1/site/status", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), languages } });
  });
  await page.route("**/api/v1/users/me/lang", async (route) => {
    const user = await callApi<object>(page, "GET", "/users/me");
    await route.fulfill({ json: { ...user, ...route.request().postDataJSON() } });
  });
  await page.goto("/campaigns/create");
  await page.getByLabel("Name", { exact: true }).fill("Every width");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/campaigns\/\d+\?step=basic/);
  const cutOff = () =>
    page
      .locator("main ol")
      .first()
      .evaluate((list) => list.scrollWidth - list.clientWidth);
  const selector = page.getByRole("banner").locator("select");
  const cut: string[] = [];
  for (const language of languages) {
    await selector.selectOption(language);
    await page.locator(`html[lang="${language}"]`).waitFor();
    for (const width of [390, 901, 1100, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      if ((await cutOff()) > 0) cut.push(`${language} ${width}`);
    }
  }
  expect(cut).toEqual([]);
  await visitor.leave();
});
