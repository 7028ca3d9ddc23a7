import { afterAll, expect, inject, test } from "vitest";
import { bern, bidRequest } from "../support/bid-request.ts";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";

afterAll(closeBrowser);

const name = `journey-${process.pid}`;

test("a super admin adds an exchange, it bids at once, changes and is disabled, without a restart", async () => {
  const demo = inject("demo");
  const visitor = await newVisitor();
  const { page, context } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visitor.signIn("super_admin", "/account");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Exchanges", exact: true }).click();
  await page.getByRole("link", { name: "sandbox", exact: true }).waitFor();
  expect(await visitor.accessibility()).toEqual([]);

  await page.getByRole("button", { name: "Add exchange" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Without a key or networks anyone could request bids").waitFor();
  await page.getByRole("button", { name: "Generate" }).click();
  const key = await page.getByLabel("Key", { exact: true }).inputValue();
  expect(key).toMatch(/^[\w-]{43}$/);
  await page.getByLabel("Minimum margin").fill("30");
  await page.getByText("The target margin cannot be below the minimum margin").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("The target margin cannot be below the minimum margin").waitFor();
  await page.getByLabel("Target margin").fill("35");
  expect(await visitor.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Save and apply" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.getByText("Enabled").waitFor();
  await row.getByText("30%").waitFor();

  const actions = page.getByRole("button", { name: `Actions for ${name}` });
  await actions.click();
  await page.getByRole("menuitem", { name: "Copy bid address" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${demo.adsUrl}/openrtb2/${name}/bid`);
  const ask = async (headers: Record<string, string>) =>
    (
      await fetch(`${demo.adsUrl}/openrtb2/${name}/bid`, {
        method: "POST",
        headers,
        body: JSON.stringify({ ...bidRequest(bern), test: 1 }),
      })
    ).status;
  await eventually(
    "the new exchange gets an answer",
    () => ask({ "x-exchange-key": key }),
    (status) => status === 200,
  );
  expect(await ask({})).toBe(401);

  await actions.click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
  await row.getByText("Disabled").waitFor();
  await eventually(
    "the disabled exchange gets no bid",
    () => ask({ "x-exchange-key": key }),
    (status) => status === 204,
  );
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Enable" }).press("Enter");
  await row.getByText("Enabled").waitFor();

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByText("Empty: the stored key stays").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto("/settings/exchanges");
  await page.getByRole("link", { name, exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
});

test("nobody else reaches the exchanges", async () => {
  const visitor = await newVisitor();
  await visitor.signIn("admin", "/settings/exchanges");
  await visitor.page.waitForURL((url) => url.pathname !== "/settings/exchanges");
  const menu = visitor.page.getByRole("navigation", { name: "Main" });
  await menu.waitFor();
  expect(await menu.getByRole("link", { name: "Exchanges" }).count()).toBe(0);
  await visitor.leave();
});
