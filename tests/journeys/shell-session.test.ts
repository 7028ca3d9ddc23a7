import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

const goesTo = (target: string, of = page): Promise<void> => of.waitForURL((url) => url.pathname === target);
const pathOf = (request: Request): string => new URL(request.url()).pathname;

test("[HTTP-002] [HTTP-003] [STATE-016] [FIELD-FLAG-003] the anti-forgery cookie is fetched once, before the first call, and every call carries the session's cookie", async () => {
  const calls: Request[] = [];
  page.on("requestfinished", (request) => {
    if (pathOf(request).startsWith("/api/v1/")) calls.push(request);
  });
  await page.goto("/login");
  await page.locator('input[type="email"]').waitFor();
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  // Nobody has signed in here, so nobody is asked for.
  expect(calls.map(pathOf)).not.toContain("/api/v1/users/me");
  expect(calls.map(pathOf).lastIndexOf("/api/v1/csrf-cookie")).toBe(0);
  await visitor.signIn("customer");
  calls.length = 0;
  await page.goto("/campaigns");
  await page.waitForLoadState("networkidle");
  expect(calls.map(pathOf)).toContain("/api/v1/users/me");
  expect(calls.length).toBeGreaterThan(1);
  for (const call of calls) {
    expect(pathOf(call)).not.toBe("/api/v1/csrf-cookie");
    expect((await call.allHeaders()).cookie, pathOf(call)).toContain("litfass_session=");
  }
});

test("[STATE-033] [ERR-025] the app starts and asks to sign in if the current user cannot be read", async () => {
  await visitor.signIn("customer");
  await page.route("**/api/v1/users/me", (route) =>
    route.fulfill({ status: 500, json: { message: "This must not be shown", code: "internal" } }),
  );
  await page.goto("/dashboard");
  await goesTo("/login");
  await page.locator('input[type="email"]').waitFor();
  expect(await page.getByText("This must not be shown").count()).toBe(0);
  expect(await page.getByRole("alert").filter({ hasText: /\S/ }).count()).toBe(0);
  expect(visitor.complaints()).toEqual([]);
});

async function fillSignIn(email: string): Promise<void> {
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill("litfass-demo");
  await page.locator('button[type="submit"]:enabled').click();
}

test("a path opened while signed out is restored with its query after the sign-in", async () => {
  const address = "/users?group=staff&search=moser";
  await page.goto(address);
  await goesTo("/login");
  await fillSignIn("admin@demo.example");
  await page.locator("main tbody tr").filter({ hasText: "Moser" }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(address);
});

test("so is a page of the server", async () => {
  await page.goto("/campaign-monitoring?x=1");
  await goesTo("/login");
  await fillSignIn("super-admin@demo.example");
  await page.waitForURL(({ pathname, search }) => pathname === "/campaign-monitoring" && search === "?x=1");
});

test("a sign-in never redirects to another origin", async () => {
  await page.goto("/login?next=https%3A%2F%2Felsewhere.example%2F");
  await fillSignIn("customer@demo.example");
  await goesTo("/dashboard");
});

test("[CONST-046] a sign-out in one tab reaches the other within about a second", async () => {
  await visitor.signIn("customer", "/account");
  const other = await visitor.context.newPage();
  await other.goto("/account");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: "Sign-Out" }).click();
  await goesTo("/");
  await goesTo("/login", other);
  expect(await other.locator("#side-menu").count()).toBe(0);
});

test("[CONST-046] without local storage, a sign-out reaches the other tab by IndexedDB", async () => {
  const { context } = visitor;
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  });
  await visitor.signIn("customer", "/account");
  const other = await context.newPage();
  await other.goto("/account");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: "Sign-Out" }).click();
  await goesTo("/");
  await goesTo("/login", other);
  expect(await other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain("litfass");
});

test("[ERR-002] a 430 contains the current user, and the screen updates", async () => {
  await visitor.signIn("customer", "/account");
  const me = await (await page.request.get("/api/v1/users/me")).json();
  await page.route("**/api/v1/user-campaigns?**", async (route) => {
    const user = { ...me, full_name: "Renamed Meanwhile", displayName: "Renamed Meanwhile", user_status: 3 };
    await route.fulfill({ status: 430, json: { message: "no", code: "account_state", user } });
  });
  await page.locator("#side-menu").getByRole("link", { name: "Campaigns", exact: true }).click();
  await goesTo("/disabled");
  await page.getByRole("banner").getByText("Renamed Meanwhile").waitFor();
});

test("a list reports an unreachable server, shows no count, and recovers automatically with the connection", async () => {
  await page.route("**/api/v1/user-campaigns**", (route) => route.abort());
  await page.route("**/api/v1/user-campaigns/counts", (route) => route.abort());
  await visitor.signIn("customer", "/campaigns");
  const unreachable = page.getByText("The server cannot be reached");
  await unreachable.waitFor();
  expect(await page.getByRole("tab", { name: "All", exact: true }).count()).toBe(1);
  const menu = page.locator("#side-menu");
  await menu.getByRole("link", { name: "Account", exact: true }).click();
  await page.getByLabel("First name").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await visitor.context.setOffline(true);
  await menu.getByRole("link", { name: "Campaigns", exact: true }).click();
  await unreachable.waitFor();
  await visitor.context.setOffline(false);
  await page.getByRole("row").filter({ hasText: "Christmas Stollen" }).waitFor();
  await visitor.context.setOffline(true);
  await menu.getByRole("link", { name: "Integrations", exact: true }).click();
  await page.getByText("You are offline").waitFor();
  await visitor.context.setOffline(false);
  await page.locator("main h1").waitFor();
});

test("[FIELD-USER-012] login and register offer Google, Facebook and Microsoft only if configured", async () => {
  const offered = async (): Promise<string[]> => {
    await page.locator('button[type="submit"]').waitFor();
    const names: string[] = [];
    for (const name of ["Google", "Facebook", "Microsoft"])
      if (await page.getByRole("button", { name: new RegExp(name) }).isVisible()) names.push(name);
    return names;
  };
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect.poll(offered, { timeout: 15_000 }).toEqual(["Google", "Facebook", "Microsoft"]);
  }
  await page.route("**/api/v1/site/status", async (route) => {
    const response = await route.fetch();
    const sign_in_providers = ["facebook", "password"];
    await route.fulfill({ response, json: { ...(await response.json()), sign_in_providers } });
  });
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect.poll(offered, { timeout: 15_000 }).toEqual(["Facebook"]);
  }
});
