import { afterAll, expect, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";

afterAll(closeBrowser);

test("[PAGE-009] an unverified user opens the server's notice page with instructions, and requests a new mail with its button", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const address = `notice-${process.pid}-${Date.now()}@example.com`;
  await page.goto("/register");
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill("journey-secret");
  await page.getByLabel("Password confirmation").fill("journey-secret");
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((url) => url.pathname === "/verify-email");
  await page.goto("/email/verify");
  await page.getByRole("heading", { name: "Verify your e-mail address" }).waitFor();
  await page.getByText(address).waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Send a new mail" }).click();
  await page.getByText("We have sent you a link to verify your e-mail address").waitFor();
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
});
