import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import germanBilling from "../../web/src/i18n/de/billing.json" with { type: "json" };
import englishBilling from "../../web/src/i18n/en/billing.json" with { type: "json" };
import { closeBrowser, newVisitor, type Visitor, type VisitorOptions } from "../support/browser.ts";
import { callApi, callFrom } from "../support/call-api.ts";
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

test("[PAGE-016] [PUB-003] the landing page follows the browser's language, and the switch changes it", async () => {
  await arrive({ locale: "de-CH" });
  await page.goto("/");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByRole("heading", { level: 1, name: "Ihr Plakat dort, wo Ihre Stadt liest." }).waitFor();
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en");
  const prices = page.locator("#prices");
  for (const plan of ["Starter", "Standard", "Advanced"]) {
    await prices.getByRole("heading", { level: 3, name: plan }).waitFor();
  }
  const answer = await page.goto("/fr");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).waitFor();
  expect(visitor.complaints()).toEqual([]);
  expect(await visitor.context.cookies()).toEqual([]);
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

const options = () =>
  page
    .getByRole("combobox")
    .filter({ has: page.locator('option[value="de"]') })
    .locator("option");

test("[SHELL-012] the top bar offers English and German, English by default", async () => {
  await arrive({ locale: "fr-CH" });
  await visitor.signIn("advanced_advertiser", "/account");
  const selector = page.getByRole("banner").getByRole("combobox", { name: "Language" });
  await expect.poll(() => selector.locator("option").allInnerTexts()).toEqual(["English", "Deutsch"]);
  expect(await selector.inputValue()).toBe("en");
});

test("[I18N-001] texts of the server follow the chosen language without a reload", async () => {
  await visitor.signIn("advanced_advertiser", "/account");
  const draft = { name: `Languages ${process.pid}`, type: "display" };
  const { id } = await callApi<{ id: number }>(page, "POST", "/user-campaigns", draft);
  try {
    await page.goto(`/campaigns/${id}?step=template`);
    const template = (name: string) => page.getByRole("heading", { level: 3, name, exact: true });
    await template("Poster").waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await language().selectOption("de");
    await template("Plakat").waitFor();
    expect(await template("Poster").count()).toBe(0);
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  } finally {
    await callApi(page, "PATCH", "/users/me/lang", { lang: "en" });
    await callApi(page, "DELETE", `/user-campaigns/${id}`);
  }
});

// In this file, because the tests above expect the languages of a new installation; files run at the same time.
test("an operator offers French and Italian, and the screen changes its language without a reload", async () => {
  await visitor.signIn("super_admin", "/settings/operator?section=languages");
  await expect.poll(() => options().allInnerTexts()).toEqual(["English", "Deutsch"]);
  try {
    await page.getByRole("checkbox", { name: "Français" }).check();
    await page.getByRole("checkbox", { name: "Italiano" }).check();
    await page.getByText("Order: English, Deutsch, Français, Italiano").waitFor();
    await page.getByLabel("Reason for the change").fill("Customers in Geneva and Lugano");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await expect.poll(() => options().allInnerTexts()).toEqual(["English", "Deutsch", "Français", "Italiano"]);

    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const saved = page.waitForRequest((request) => request.url().endsWith("/users/me/lang"));
    await page
      .getByRole("combobox")
      .filter({ has: page.locator('option[value="fr"]') })
      .selectOption("fr");
    expect((await saved).postDataJSON()).toEqual({ lang: "fr" });
    await expect.poll(shown).toBe("fr");
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

    const geneva = await newVisitor({ locale: "fr-CH" });
    await geneva.page.goto("/login");
    await geneva.page.locator('button[type="submit"]').waitFor();
    expect(await geneva.page.evaluate(() => document.documentElement.lang)).toBe("fr");
    await geneva.leave();
  } finally {
    type Current = { languages: { version: number } };
    const { languages } = await callApi<Current>(page, "GET", "/settings/operator");
    const before = { version: languages.version, note: "As before", settings: { offered: ["en", "de"] } };
    await callApi(page, "PUT", "/settings/operator/languages", before);
    await callApi(page, "PATCH", "/users/me/lang", { lang: "en" });
  }
});
