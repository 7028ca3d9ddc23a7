import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import germanBilling from "../../web/src/i18n/de/billing.json" with { type: "json" };
import englishBilling from "../../web/src/i18n/en/billing.json" with { type: "json" };
import { closeBrowser, newVisitor, type Visitor, type VisitorOptions } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";
import { register, secret } from "./shell/register.ts";

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

const shown = () => page.evaluate(() => document.documentElement.lang);
const stored = () => page.evaluate(() => localStorage.getItem("locale"));
const language = () => page.getByRole("combobox", { name: /^(Language|Sprache)$/ });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

async function signIn(email: string): Promise<void> {
  await page.goto("/login");
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(secret);
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((url) => url.pathname === "/verify-email");
  await page.locator("h1").waitFor();
}

test("[I18N-002] [I18N-003] [I18N-004] a visitor gets the stored language, else the browser's, else English", async () => {
  const rows = [
    { locale: "en-GB", before: "de", expected: "de" },
    { locale: "de-CH", before: null, expected: "de" },
    { locale: "fr-CH", before: null, expected: "en" },
    { locale: "de-CH", before: "en", expected: "en" },
  ] as const;
  for (const { locale, before, expected } of rows) {
    await arrive({ locale });
    if (before) await visitor.context.addInitScript((tag) => localStorage.setItem("locale", tag), before);
    await page.goto("/forgot-password");
    const submit = await page.locator('button[type="submit"]').innerText();
    const seen = { locale, before, lang: await shown(), submit };
    expect(seen).toEqual({ locale, before, lang: expected, submit: expected === "de" ? "Link anfordern" : "Forgot" });
  }
});

test("[I18N-007] [STATE-031] [STATE-032] [FIELD-STO-001] [HTTP-005] [I18N-001] a choice is stored locally and on the server, applies to calls, and wins at the next sign-in and start", async () => {
  const email = await register(page);
  expect(await shown()).toBe("en");
  await language().selectOption("de");
  await expect.poll(stored).toBe("de");
  await expect.poll(async () => (await callFrom(page, "GET", "/users/me")).body.lang).toBe("de");
  await page.getByRole("button", { name: "Abmelden" }).waitFor();
  const next = page.waitForRequest((request) => request.url().includes("/api/v1/"));
  await page.reload();
  expect((await next).headers()["accept-language"]).toBe("de");
  const words = await page.locator("body").innerText();
  expect(words).not.toMatch(/\b(Sign-Out|Language|Dark mode|Verify|Terms|Privacy|your|the)\b/);

  await arrive();
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("locale", "en"));
  await signIn(email);
  await expect.poll(async () => [await shown(), await stored()]).toEqual(["de", "de"]);
  await page.evaluate(() => localStorage.removeItem("locale"));
  await page.reload();
  await page.locator("h1").waitFor();
  expect([await shown(), await stored()]).toEqual(["de", "de"]);
});

test("[HTTP-005] the messages of a 422 are in the language of the request", async () => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("locale", "de"));
  await page.goto("/forgot-password");
  await page.route("**/api/v1/auth/forgot-password", async (route) => {
    const headers = { ...route.request().headers(), "content-type": "application/json" };
    await route.continue({ headers, postData: JSON.stringify({ email: "x" }) });
  });
  await page.locator('input[type="email"]').fill("a@b.ch");
  await page.locator('button[type="submit"]:enabled').click();
  await page.getByText("Die E-Mail-Adresse muss gültig sein", { exact: true }).waitFor();
});

test("[UI-PLAN-004] the plan cards show the catalog's names in both languages", async () => {
  await visitor.signIn("customer");
  for (const [tag, { plan }] of [
    ["en", englishBilling],
    ["de", germanBilling],
  ] as const) {
    await page.route("**/api/v1/users/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), lang: tag } });
    });
    await page.goto("/invoices");
    for (const name of Object.values(plan)) await page.getByRole("heading", { level: 3, name, exact: true }).waitFor();
    expect(await shown()).toBe(tag);
  }
  await heading("").first().waitFor();
});
