import { recordAdjustments } from "@litfass/adserver/sync/adjustment-sql";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { openDatabase } from "../support/installation-stores.ts";
import { read } from "./campaign/figures.ts";

/** The demo's customer on the report of one campaign. */
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  visitor = await newVisitor({ height: 1400 });
  page = visitor.page;
  await visitor.signIn("customer");
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

/** Late in the day delivery may have nothing to steer, so the test adds a step. */
async function steer(campaignId: number): Promise<void> {
  const { db, close } = openDatabase(inject("demo").dataDir);
  const settings = { participationBefore: 1, participationAfter: 0.25, priceFactorBefore: 1, priceFactorAfter: 1 };
  await recordAdjustments(db, [{ campaignId, atMs: Date.now(), reason: "ahead_of_plan", ...settings }]).finally(close);
}

const field = (on: Page, name: string) => on.getByLabel(name, { exact: true });

test("a campaign's report shows its chances step by step and how delivery steers it", async () => {
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Sunday Zopf Bern 30 km", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.has("campaign"));
  const steps = page.getByRole("list", { name: "Why is it not delivering?" });
  for (const step of ["Ad requests", "In your places", "Bid sent", "Auction won", "Counted impressions"]) {
    await steps.getByText(step, { exact: true }).waitFor();
  }
  const id = new URL(page.url()).searchParams.get("campaign");
  await steer(Number(id));
  const report = await read<{ steps: { step: string; chances: number }[] }>(
    page,
    `/statistics/campaigns/${id}/delivery`,
  );
  expect(report.steps[0]!.chances).toBeGreaterThan(0);
  const steering = page.getByRole("region", { name: "Automatic adjustments" });
  // The steps of a minute add up, those of the ad server and the test's.
  await steering
    .getByText(/^\d+\.\d% → \d+\.\d%$/)
    .first()
    .waitFor();
  expect(await visitor.accessibility()).toEqual([]);
});

test("each figure has a definition", async () => {
  await page.getByRole("button", { name: "What does “Visibility rate” mean?" }).click();
  await page
    .getByRole("dialog")
    .getByText("Viewable impressions divided by measured impressions", { exact: false })
    .waitFor();
  await page.keyboard.press("Escape");
});

test("a shared report opens with its password for someone without an account, until it is revoked", async () => {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share this report" });
  await field(page, "Password").fill("for the agency");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByRole("link").innerText();
  expect(await visitor.accessibility()).toEqual([]);
  const reader = await newVisitor();
  try {
    await reader.page.goto(address);
    await field(reader.page, "Password").fill("not this one");
    await reader.page.getByRole("button", { name: "Open the report" }).click();
    await reader.page.getByText("This password is not right").waitFor();
    await field(reader.page, "Password").fill("for the agency");
    await reader.page.getByRole("button", { name: "Open the report" }).click();
    await reader.page.getByRole("region", { name: "Campaign overview" }).getByText("Sunday Zopf Bern 30 km").waitFor();
    expect(await reader.page.locator("main").innerText()).not.toMatch(/CHF|budget/i);
    expect(await reader.accessibility()).toEqual([]);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).waitFor({ state: "detached" });
    await reader.page.reload();
    await field(reader.page, "Password").fill("for the agency");
    await reader.page.getByRole("button", { name: "Open the report" }).click();
    await reader.page.getByText("This link has expired", { exact: false }).waitFor();
    expect(reader.complaints()).toEqual([]);
  } finally {
    await reader.leave();
  }
});
