import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor, type VisitorOptions } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";

let visitor: Visitor;
let page: Page;
beforeEach(() => arrive());
afterEach(() => visitor.leave());
afterAll(closeBrowser);

async function arrive(options: VisitorOptions = {}): Promise<void> {
  await visitor?.leave();
  visitor = await newVisitor(options);
  page = visitor.page;
}

const side = () => page.locator("#side-menu");
const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const goesTo = (target: string): Promise<void> => page.waitForURL((url) => url.pathname === target);
const soon = <Answer>(ask: () => Promise<Answer>) => expect.poll(ask, { timeout: 15_000 });
const heading = () => page.getByRole("heading", { level: 1 });

/** The signed-in user in a different state: the server's response with some fields changed. */
const meWith = (changes: object) =>
  page.route("**/api/v1/users/me", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

describe("the dark mode", () => {
  test("[THEME-001] [THEME-002] [SHELL-013] [FIELD-STO-002] its switch in the top bar takes effect at once and is stored", async () => {
    await visitor.signIn("customer", "/account");
    const dark = page.getByRole("banner").getByRole("switch", { name: "Dark mode" });
    expect([await theme(), await stored("darkMode")]).toEqual(["light", null]);
    await dark.click();
    expect([await theme(), await stored("darkMode")]).toEqual(["dark", "1"]);
    await page.reload();
    expect(await theme()).toBe("dark");
    await dark.click();
    expect([await theme(), await stored("darkMode")]).toEqual(["light", "0"]);
  });

  test("[THEME-003] the system decides until there is a choice", async () => {
    await arrive({ colorScheme: "dark" });
    await page.goto("/login");
    expect([await theme(), await stored("darkMode")]).toEqual(["dark", null]);
    await page.evaluate(() => localStorage.setItem("darkMode", "0"));
    await page.reload();
    expect(await theme()).toBe("light");
  });
});

describe("navigation", () => {
  test("[NAV-001] an unknown address shows a screen that leads home", async () => {
    await visitor.signIn("customer");
    await page.goto("/no-such-page");
    await page.getByRole("heading", { name: "Page not found." }).waitFor();
    await page.getByRole("link", { name: "Go to the dashboard", exact: true }).click();
    await goesTo("/dashboard");
  });

  test("[NAV-002] a new screen starts at the top", async () => {
    await visitor.signIn("customer");
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto("/dashboard");
    await heading().waitFor();
    await soon(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(900);
    await page.evaluate(() => window.scrollTo(0, 400));
    // Content loading above may shift the page.
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(400);
    await side().getByRole("link", { name: "Account", exact: true }).click();
    await goesTo("/account");
    await soon(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("[NAV-018] the server's own pages take precedence, every other path is the app's", async () => {
    const ask = async (path: string) => {
      const answer = await fetch(inject("demo").url + path, { headers: { accept: "text/html" }, redirect: "manual" });
      const text = await answer.text();
      return { status: answer.status, isApp: text.includes('id="app"') };
    };
    const creative = "/creatives/5a7f0000-0000-4000-8000-000000000101";
    for (const path of [
      "/login",
      "/reset-password",
      "/creatives",
      creative,
      "/invoices",
      "/google-ads",
      "/campaigns/create",
    ])
      expect(await ask(path), path).toEqual({ status: 200, isApp: true });
    for (const path of ["/creatives/frame", `${creative}.xml`, "/health", "/api/docs"])
      expect(await ask(path), path).toEqual({ status: 200, isApp: false });
    for (const path of ["/invoices/T-2026-00001", "/google-ads/oauth", "/facebook/oauth", "/oauth", "/media-converter"])
      expect(await ask(path), path).toEqual({ status: 302, isApp: false });
    for (const path of ["/", "/de", "/terms"]) expect(await ask(path), path).toEqual({ status: 200, isApp: false });
    expect(await ask("/no-such-page")).toEqual({ status: 404, isApp: false });
    expect(await ask("/api/v1/no-such-call")).toEqual({ status: 404, isApp: false });
  });
});

describe("the side menu", () => {
  test("[SHELL-001] is there only once the e-mail is verified", async () => {
    await page.goto("/register");
    await page.getByLabel("E-mail", { exact: true }).fill(`shell-${process.pid}-${Date.now()}@example.com`);
    for (const name of ["Password", "Password confirmation"])
      await page.getByLabel(name, { exact: true }).fill("journey-secret");
    await page.locator('button[type="submit"]:enabled').click();
    await goesTo("/verify-email");
    await heading().waitFor();
    expect(await side().count()).toBe(0);
    await arrive();
    await visitor.signIn("customer", "/account");
    await side().waitFor();
  });

  test("[SHELL-002] [SHELL-003] [SHELL-004] is 300 px wide, always open on large screens, behind a button on small ones", async () => {
    await visitor.signIn("customer", "/account");
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect((await side().boundingBox())?.width).toBe(300);
    expect(await page.getByRole("button", { name: "Open menu" }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 600, height: 900 });
    expect(await side().isVisible()).toBe(false);
    await page.getByRole("button", { name: "Open menu" }).click();
    await side().waitFor();
    expect((await side().boundingBox())?.width).toBeCloseTo(300, 1);
    await page.getByRole("button", { name: "Close menu" }).click({ position: { x: 550, y: 400 } });
    await side().waitFor({ state: "hidden" });
  });

  test("[SHELL-005] is hidden for a disabled user", async () => {
    await visitor.signIn("customer");
    await meWith({ user_status: 3 });
    await page.goto("/campaigns");
    await goesTo("/disabled");
    await heading().waitFor();
    expect(await side().count()).toBe(0);
  });

  test("[SHELL-006] disables entries that need a complete account, and leads to it", async () => {
    await visitor.signIn("customer");
    await meWith({ country_code: null, user_status: null });
    await page.goto("/dashboard");
    await goesTo("/account");
    for (const name of ["Dashboard", "Analytics", "Campaigns", "Billing"]) {
      const item = side().getByRole("link", { name, exact: true });
      expect([name, await item.getAttribute("aria-disabled"), await item.getAttribute("href")]).toEqual([
        name,
        "true",
        null,
      ]);
    }
    const account = side().getByRole("link", { name: "Account", exact: true });
    expect(await account.getAttribute("href")).toBe("/account");
  });

  test("[SHELL-007] its last entry signs out: the root page, no session", async () => {
    await visitor.signIn("customer", "/account");
    const last = side().locator("a, button").last();
    expect(await last.innerText()).toBe("Sign-Out");
    const root = page.waitForRequest((request) => new URL(request.url()).pathname === "/");
    await last.click();
    expect((await root).isNavigationRequest()).toBe(true);
    await goesTo("/");
    expect((await callFrom(page, "GET", "/users/me")).status).toBe(401);
  });
});

describe("the top bar and the footer", () => {
  test("[SHELL-009] [SHELL-010] [SHELL-011] [SHELL-015] show the user and the operator", async () => {
    await visitor.signIn("advanced_advertiser", "/account");
    const bar = page.getByRole("banner");
    const me = (await callFrom(page, "GET", "/users/me")).body as { displayName: string; full_name: string };
    const name = me.displayName || me.full_name;
    expect(name).not.toBe("");
    await bar.getByText(name, { exact: true }).waitFor();
    await bar.getByText("advanced-advertiser@demo.example", { exact: true }).waitFor();
    expect(await bar.getByRole("img", { name, exact: true }).isVisible()).toBe(true);
    const site = (await callFrom(page, "GET", "/site/status")).body as { operator_name: string };
    const footer = page.getByRole("contentinfo");
    await footer.getByText(`© ${new Date().getFullYear()} ${site.operator_name}`).waitFor();
  });

  test("[SHELL-008] [SHELL-014] slow calls: a progress line for one, 'Fetching data' for two, nothing afterwards", async () => {
    await visitor.signIn("customer");
    await page.goto("/account");
    await heading().waitFor();
    const line = page.getByRole("banner").getByRole("progressbar");
    const fetching = page.getByText("Fetching data", { exact: true });
    await line.waitFor({ state: "hidden" });
    const held: (() => void)[] = [];
    // A screen that rerenders while loading aborts and repeats its call, so only open calls count.
    let givenUp = 0;
    const slow = /\/api\/v1\/(user-campaigns\?page|billing\/)/;
    page.on("requestfailed", (request) => {
      if (slow.test(request.url())) givenUp++;
    });
    await page.route(slow, async (route) => {
      await new Promise<void>((release) => held.push(release));
      await route.continue();
    });
    await side().getByRole("link", { name: "Campaigns", exact: true }).click();
    await line.waitFor();
    // Between an aborted call and its replacement none is open.
    const shown = async () => [held.length - givenUp, await line.isVisible(), await fetching.isVisible()];
    await expect.poll(shown).toEqual([1, true, false]);
    for (const release of held.splice(0)) release();
    await line.waitFor({ state: "hidden" });
    await side().getByRole("link", { name: "Billing", exact: true }).click();
    await fetching.waitFor();
    expect(held.length).toBeGreaterThan(1);
    for (const release of held.splice(0)) release();
    await fetching.waitFor({ state: "hidden" });
    await line.waitFor({ state: "hidden" });
  });

  test("[CONST-037] the primary color is #338CF5", async () => {
    await page.goto("/login");
    await page.getByLabel("E-mail", { exact: true }).fill("a@b.ch");
    await page.getByLabel("Password", { exact: true }).fill("12345678");
    const primary = page.locator('button[type="submit"]:enabled');
    await soon(() => primary.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe("rgb(51, 140, 245)");
  });
});

test("a screen whose texts load late is rendered a few times, not all the time until they are there", async () => {
  await visitor.signIn("super_admin", "/users");
  await page.route(/\/assets\/audit-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.evaluate(() => {
    const create = document.createElement;
    document.createElement = (...given: Parameters<typeof create>) => {
      if (given[0] === "h1") document.body.dataset.headings = String(Number(document.body.dataset.headings ?? 0) + 1);
      return create.apply(document, given);
    };
  });
  await page.locator("main tbody tr").first().getByRole("link").first().click();
  await page.getByLabel("City").waitFor();
  const headings = await page.evaluate(() => Number(document.body.dataset.headings));
  expect(headings).toBeGreaterThan(0);
  expect(headings).toBeLessThan(15);
});

test("[SHELL-019] [SHELL-020] [CONST-032] deleting asks for confirmation; both buttons close the dialog, only one deletes and shows a snackbar", async () => {
  await visitor.signIn("advanced_advertiser");
  const name = `Shell ${process.pid} ${Date.now()}`;
  expect((await callFrom(page, "POST", "/user-campaigns", { name })).status).toBe(201);
  await page.goto(`/campaigns?search=${encodeURIComponent(name)}`);
  const dialog = page.getByRole("dialog");
  const ask = async () => {
    await page.getByRole("button", { name: new RegExp(name) }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog.getByText("Are you sure you want to delete this? This can not be undone", { exact: true }).waitFor();
  };
  await ask();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.reload();
  await ask();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await dialog.waitFor({ state: "detached" });
  await soon(() => page.getByRole("link", { name }).count()).toBe(0);
  const close = page.getByRole("status").getByRole("button", { name: "Close" });
  const snack = close.locator("xpath=..");
  const [inner, outer] = [await close.boundingBox(), await snack.boundingBox()];
  if (!inner || !outer) throw new Error("There is no snackbar");
  const text = await snack.locator("span").first().boundingBox();
  expect(outer.x + outer.width - inner.x - inner.width).toBeLessThan(24);
  expect(inner.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
  await close.click();
  await close.waitFor({ state: "detached" });
});
