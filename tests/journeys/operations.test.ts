import type { Postgres } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { axeFindings } from "../support/axe.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { openDatabase } from "../support/installation-stores.ts";

let operator: Visitor;
let admin: Visitor;
let customer: Visitor;
let database: Postgres;
const stamp = `${process.pid}${Date.now()}`;
const failure = `no room for ${stamp}`;
const stillCampaign = `Still ${stamp}`;

beforeAll(async () => {
  database = openDatabase(inject("demo").dataDir);
  await database.db.execute(sql`insert into pgboss.job (name, state, retry_count, retry_limit, output, completed_on)
    values ('sellers.forget', 'failed', 3, 3, ${JSON.stringify({ message: failure })}::jsonb, now())`);
  // Its money counts as settled, to exclude it from the books.
  await database.db.execute(sql`insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on,
      end_on, activated_at, settled_at, created_at, updated_at)
    select uid, ${stillCampaign}, 'ACTIVE', 'CHF', 1000000, current_date - 2, current_date + 9, now() - interval '3 hours',
      now(), now(), now() from users where role = 'super_admin' limit 1`);
  operator = await newVisitor();
  await operator.signIn("super_admin", "/account");
  admin = await newVisitor();
  await admin.signIn("admin", "/account");
  customer = await newVisitor();
  await customer.signIn("customer", "/account");
});
afterAll(async () => {
  await database.db.execute(sql`delete from campaigns where name = ${stillCampaign}`);
  await database.db.execute(sql`delete from pgboss.job where output->>'message' = ${failure}`);
  await database.close();
  for (const visitor of [operator, admin, customer]) await visitor.leave();
  closeBrowser();
});

/** Opens a page from the menu in a new tab. */
async function openByMenu(name: string): Promise<Page> {
  const link = operator.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
  expect(await link.getAttribute("target")).toBe("_blank");
  const [page] = await Promise.all([operator.context.waitForEvent("page"), link.click()]);
  await page.locator("h1").waitFor();
  return page;
}

async function isKeptFrom(visitor: Visitor, name: string, path: string): Promise<void> {
  const menu = visitor.page.getByRole("navigation", { name: "Main" });
  await menu.waitFor();
  expect(await menu.getByRole("link", { name, exact: true }).count()).toBe(0);
  expect((await visitor.context.request.get(path)).status()).toBe(403);
}

describe("the operators' pages", () => {
  test.each([
    ["[MENU-ROLE-013] Queue monitor", "/queue-monitor"],
    ["[MENU-ROLE-014] Logs", "/logs"],
    ["[MENU-ROLE-015] Commands", "/~artisan"],
    ["[MENU-ROLE-016] Campaign monitoring", "/campaign-monitoring"],
  ])("%s opens in a new tab for a super admin, and is denied to others", async (title, path) => {
    const name = title.split("] ")[1] ?? "";
    const page = await openByMenu(name);
    expect(new URL(page.url()).pathname).toBe(path);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((to) => document.documentElement.setAttribute("data-theme", to), theme);
      expect(await axeFindings(page), theme).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.close();
    await isKeptFrom(admin, name, path);
    await isKeptFrom(customer, name, path);
    expect(operator.complaints()).toEqual([]);
  });

  test("[MENU-ROLE-017] lists and retries a failed job; a listed command shows its output, any other is rejected", async () => {
    const queue = await openByMenu("Queue monitor");
    await queue.getByLabel("State").selectOption("failed");
    await queue.getByRole("button", { name: "Show" }).click();
    const job = queue.locator("tbody tr").filter({ hasText: failure });
    for (const part of ["sellers.forget", "Failed", "4 of 4"]) expect(await job.innerText()).toContain(part);
    await job.getByRole("button", { name: "Try sellers.forget again" }).click();
    await queue.getByText("sellers.forget will be tried again.").waitFor();
    await queue.close();
    const commands = await openByMenu("Commands");
    expect(await commands.locator("input:not([type=hidden]), textarea, select").count()).toBe(0);
    await commands.getByRole("button", { name: "Run about" }).click();
    await commands.getByRole("region", { name: "Output" }).getByText("PostgreSQL").waitFor();
    await commands
      .locator("form input[name=command]")
      .first()
      .evaluate((input) => {
        (input as HTMLInputElement).value = "ls";
      });
    await commands.getByRole("button", { name: "Run about" }).click();
    await commands.getByText("There is no such command.").waitFor();
    await commands.close();
  });

  test("[PAGE-012] an active campaign without delivery for an hour has a warning", async () => {
    const page = await openByMenu("Campaign monitoring");
    const still = page.locator("tbody tr").filter({ hasText: stillCampaign });
    expect(await still.innerText()).toContain("No delivery for an hour");
    const headings = await page.locator("table").first().locator("th").allInnerTexts();
    expect(headings).toEqual([
      "Campaign",
      "Advertiser",
      "Spent today",
      "Even daily share",
      "Viewability",
      "Last impression",
    ]);
    await page.close();
  });

  test("[PAGE-024] the log viewer shows the entries of a file, and a file by its URL", async () => {
    const page = await openByMenu("Logs");
    await page.locator("tbody tr").first().waitFor();
    await page.getByRole("link", { name: /^api\.log / }).click();
    await page.waitForURL(/\/logs\/api\.log$/);
    expect(await page.locator("tbody tr").first().innerText()).toMatch(
      /\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2}\s+(info|warn|error)\s+api/,
    );
    expect((await admin.context.request.get(new URL(page.url()).pathname)).status()).toBe(403);
    await page.close();
  });
});
