import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";

let visitor: Visitor;
let page: Page;
const others: Visitor[] = [];
beforeEach(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});
afterEach(async () => {
  await visitor.leave();
  for (const other of others.splice(0)) await other.leave();
});
afterAll(closeBrowser);

const email = () => page.getByLabel("E-mail", { exact: true });
const password = () => page.getByLabel("Password", { exact: true });
const confirmation = () => page.getByLabel("Password confirmation");
const submit = () => page.locator('button[type="submit"]');
const path = (): string => new URL(page.url()).pathname;
const goesTo = (target: string): Promise<void> => page.waitForURL((url) => url.pathname === target);
const shows = (text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor();
let count = 0;
const freshEmail = (): string => `journey-${process.pid}-${Date.now()}-${++count}@example.com`;
const secret = "journey-secret";

/** Mocks a response, if the real one needs a mail or another state. */
const answer = (call: string, status: number, body: object) =>
  page.route(`**/api/v1/${call}*`, (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  );

async function register(address = freshEmail()): Promise<string> {
  await page.goto("/register");
  await email().fill(address);
  await password().fill(secret);
  await confirmation().fill(secret);
  await submit().click();
  await goesTo("/verify-email");
  return address;
}

async function signIn(address: string, word: string): Promise<void> {
  await page.goto("/login");
  await email().fill(address);
  await password().fill(word);
  await submit().click();
}

/** The identity client's stored user; empty if no one is signed in. */
const identitySession = (): Promise<string> =>
  page.evaluate(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("firebase:authUser:"));
    return keys.map((key) => localStorage.getItem(key)).join();
  });

async function asAdmin(method: string, target: string, body?: object): Promise<void> {
  const admin = await newVisitor();
  others.push(admin);
  await admin.signIn("admin");
  const done = await callFrom(admin.page, method, target, body);
  expect(done.status).toBe(200);
}

test("[ROUTE-005] [ROUTE-006] [ROUTE-007] [ROUTE-008] [NAV-005] [NAV-009] the four sign-in screens are open to visitors, every other redirects to login", async () => {
  await page.goto("/login");
  await email().waitFor();
  await password().waitFor();
  await page.getByRole("button", { name: /Google/ }).waitFor();
  await page.goto("/register");
  await confirmation().waitFor();
  await page.goto("/forgot-password");
  await email().waitFor();
  await page.goto("/reset-password?token=x&email=a@b.ch");
  await confirmation().waitFor();
  for (const closed of ["/dashboard", "/account", "/campaigns", "/users", "/verify-email", "/disabled"]) {
    await page.goto(closed);
    await goesTo("/login");
  }
});

test("a slow click on a link below an empty focused field works, because no message shifts the link", async () => {
  await page.goto("/login");
  await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "Create an account" }).click({ delay: 300 });
  await goesTo("/register");
});

test("[UI-AUTH-007] [UI-AUTH-008] the sign-in screens have a logo above a centered card; login has all its parts", async () => {
  for (const screen of ["/login", "/register", "/forgot-password", "/reset-password"]) {
    await page.goto(screen);
    const form = await page.locator("main form").first().boundingBox();
    const logo = await page.locator("a[href='/'] svg, header svg, img").first().boundingBox();
    if (!form || !logo) throw new Error(`${screen} has no form or no logo`);
    expect(Math.abs(form.x + form.width / 2 - 640)).toBeLessThan(30);
    expect(logo.y).toBeLessThan(form.y);
  }
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  for (const name of [/Google/, /Microsoft/, /Facebook/]) await page.getByRole("button", { name }).waitFor();
  await expect.poll(() => page.locator('a[href="/register"]').count()).toBe(1);
  await expect.poll(() => page.locator('a[href="/forgot-password"]').count()).toBe(1);
});

test("[RULE-012] [RULE-014] empty fields of login show what is missing and keep the button disabled", async () => {
  for (const screen of ["/login", "/register", "/forgot-password"]) {
    await page.goto(screen);
    await email().focus();
    await email().blur();
    await shows("E-mail is required");
  }
  await page.goto("/login");
  await email().fill("a@b.ch");
  await password().focus();
  await password().blur();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await submit().isDisabled()).toBe(true);
});

test("[UI-AUTH-001] [UI-AUTH-002] [ERR-006] forgot password: one field, a button enabled by a valid address, and an error for an unknown one", async () => {
  await page.goto("/forgot-password");
  await email().waitFor();
  await expect.poll(() => page.locator("main input").count()).toBe(1);
  expect(await submit().isDisabled()).toBe(true);
  await email().fill("bad");
  await email().blur();
  await shows("E-mail must be valid");
  expect(await submit().isDisabled()).toBe(true);
  await email().fill(freshEmail());
  await page.locator('button[type="submit"]:enabled').click();
  await shows("Incorrect E-Mail");
});

test("[API-AUTH-002] [ERR-008] forgot password: the server's message in a snackbar and an empty field; a 422 under the field", async () => {
  await answer("auth/forgot-password", 200, { message: "A message of the server" });
  await page.goto("/forgot-password");
  await email().fill("a@b.ch");
  await page.locator('button[type="submit"]:enabled').click();
  await shows("A message of the server");
  expect(await email().inputValue()).toBe("");
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  await page.unroute("**/api/v1/auth/forgot-password*");
  await answer("auth/forgot-password", 422, {
    message: "x",
    code: "invalid",
    errors: { email: ["The first", "The second"] },
  });
  await email().fill("a@b.ch");
  await page.locator('button[type="submit"]:enabled').click();
  await shows("The first");
  expect(await page.getByText("The second").count()).toBe(0);
});

test("[UI-AUTH-003] [UI-AUTH-004] [UI-AUTH-005] [RULE-018] [RULE-020] the reset screen", async () => {
  await page.goto("/reset-password?token=x&email=a@b.ch");
  await page.getByRole("heading", { name: "Reset password", exact: true }).waitFor();
  expect(await password().getAttribute("type")).toBe("password");
  expect(await confirmation().getAttribute("type")).toBe("password");
  expect((await submit().textContent())?.trim()).toBe("Sign-up");
  await password().fill("12345678");
  await confirmation().fill("1234567");
  await confirmation().blur();
  await shows("Password must be more than 8 characters");
  await confirmation().fill("87654321");
  await confirmation().blur();
  await page.getByText("Password must be more than 8 characters").waitFor({ state: "detached" });
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  expect(await submit().isDisabled()).toBe(true);
  await confirmation().fill("12345678");
  await page.locator('button[type="submit"]:enabled').waitFor();
});

test("[ERR-009] a rejected reset shows the reason below its field", async () => {
  for (const field of ["password", "password_confirmation"]) {
    await answer("auth/reset", 422, {
      message: "x",
      code: "invalid",
      errors: { [field]: [`First of ${field}`, "Second"] },
    });
    await page.goto("/reset-password?token=x&email=a@b.ch");
    await password().fill("12345678");
    await confirmation().fill("12345678");
    await page.locator('button[type="submit"]:enabled').click();
    await shows(`First of ${field}`);
    expect(await page.getByText("Second", { exact: true }).count()).toBe(0);
    await page.unroute("**/api/v1/auth/reset*");
  }
});

test("[STATE-019] [API-AUTH-004] [UI-AUTH-006] a reset signs in automatically: the identity provider first, then the login call", async () => {
  const calls: Request[] = [];
  page.on("request", (request) => calls.push(request));
  await answer("auth/reset", 200, { message: "Your password has been changed" });
  await page.goto("/reset-password?token=the-token&email=customer@demo.example");
  await password().fill("litfass-demo");
  await confirmation().fill("litfass-demo");
  await page.locator('button[type="submit"]:enabled').click();
  await goesTo("/dashboard");
  const posts = calls.filter((request) => request.method() === "POST");
  const order = ["auth/reset", "accounts:signInWithPassword", "api/v1/login"].map((part) =>
    posts.findIndex((one) => one.url().includes(part)),
  );
  expect(order.every((place) => place >= 0)).toBe(true);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(posts[order[0] ?? 0]?.postDataJSON()).toMatchObject({ email: "customer@demo.example", token: "the-token" });
});

test("[STATE-017] [IDP-012] [IDP-013] [IDP-015] [STATE-018] signing in posts the identity token and opens a session; signing out ends it at /", async () => {
  const calls: Request[] = [];
  page.on("request", (request) => calls.push(request));
  await visitor.signInByForm("customer");
  const login = calls.find((request) => request.url().endsWith("/api/v1/login"));
  expect(login?.postDataJSON().fb_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const identityCalls = calls.filter((request) => request.url().includes("identitytoolkit.googleapis.com"));
  expect(identityCalls.length).toBeGreaterThan(0);
  for (const request of identityCalls) {
    expect(new URL(request.url()).searchParams.get("key")).toBeTruthy();
    expect(request.headers()["x-firebase-locale"]).toBe("en");
    expect(request.headers()["content-type"]).toContain("application/json");
  }
  const cookies = await visitor.context.cookies();
  expect(cookies.find(({ name }) => name === "litfass_session")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect((await callFrom(page, "GET", "/users/me")).body.email).toBe("customer@demo.example");
  await page.getByRole("button", { name: "Sign-Out" }).click();
  await goesTo("/");
  expect((await callFrom(page, "GET", "/users/me")).status).toBe(401);
});

test("[ERR-012] [ERR-013] [ERR-014] an unknown address, a wrong password and a taken address show the same text", async () => {
  const text = "E-mail or password is incorrect";
  await signIn(freshEmail(), secret);
  await shows(text);
  await signIn("customer@demo.example", "wrong-password");
  await shows(text);
  await page.goto("/register");
  await email().fill("customer@demo.example");
  await password().fill(secret);
  await confirmation().fill(secret);
  await submit().click();
  await shows(text);
});

test("[ERR-016] repeated wrong passwords show the lock message", async () => {
  const address = await register();
  await visitor.context.clearCookies();
  await page.evaluate(() => window.localStorage.clear());
  for (let attempt = 0; attempt < 6; attempt++) {
    await signIn(address, "wrong-password");
    await page.locator("main form [role='alert'], main form [class*=note]").first().waitFor();
  }
  await shows(
    "Access to this account has been temporarily disabled due to many failed login attempts. You can immediately restore it by resetting your password or you can try again later.",
  );
});

test("[NAV-007] [NAV-008] [ROUTE-009] an unverified user is kept on the verification screen, with the account open", async () => {
  await register();
  await page.getByRole("button", { name: "Resend e-mail" }).waitFor();
  await page.goto("/campaigns");
  await goesTo("/verify-email");
  await page.goto("/account");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(path()).toBe("/account");
  expect(await page.locator('nav a[href="/campaigns"]').count()).toBe(0);
  const verified = await newVisitor();
  others.push(verified);
  await verified.signIn("customer");
  await verified.page.goto("/verify-email");
  await verified.page.waitForURL((url) => url.pathname === "/dashboard");
});

test("[NAV-014] redirects a signed-in user from a sign-in screen to the home page", async () => {
  await visitor.signIn("customer");
  for (const screen of ["/login", "/register", "/forgot-password", "/reset-password"]) {
    await page.goto(screen);
    await goesTo("/dashboard");
  }
});

test("[NAV-010] [ROUTE-002] [STATE-002] [STATE-020] [STATE-021] [ERR-010] a user who is disabled while signed in sees the notice, and cannot sign in again here or at the identity provider", async () => {
  const address = await register();
  const { body: me } = await callFrom(page, "GET", "/users/me");
  expect(await identitySession()).toContain(address);
  await asAdmin("PATCH", `/admin/users/${me.uid}`, { user_status: 3 });
  for (const screen of ["/campaigns", "/account", "/login"]) {
    await page.goto(screen);
    await goesTo("/disabled");
  }
  await page.getByRole("main").getByRole("button", { name: "Sign-Out" }).click();
  await goesTo("/");
  await signIn(address, secret);
  await shows("Access to this account has been temporarily disabled. Please contact Administrator");
  const cookies = await visitor.context.cookies();
  expect(cookies.some(({ name }) => name === "litfass_session")).toBe(false);
  expect(await identitySession()).toBe("");
});

test("[ERR-003] the next call of a disabled user returns 430 and shows the notice", async () => {
  await register();
  const { body: me } = await callFrom(page, "GET", "/users/me");
  await asAdmin("PATCH", `/admin/users/${me.uid}`, { user_status: 3 });
  const refused = page.waitForResponse((response) => response.status() === 430);
  await page.getByRole("button", { name: "Resend e-mail" }).click();
  await refused;
  await goesTo("/disabled");
});

test("[ERR-001] [STATE-025] after the session has ended the next call redirects to login", async () => {
  await register();
  await visitor.context.clearCookies({ name: "litfass_session" });
  await page.getByRole("button", { name: "Resend e-mail" }).click();
  await goesTo("/login");
});

test("[PAGE-006] [PAGE-007] the sign-in and reset pages answer with HTML", async () => {
  for (const target of ["/login", "/reset-password?token=x&email=a@b.ch"]) {
    const response = await visitor.context.request.get(target, { headers: { accept: "text/html" } });
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  }
});
