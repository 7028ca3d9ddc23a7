import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

const field = (name: string) => page.getByLabel(name, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const goesTo = (target: string): Promise<void> => page.waitForURL((url) => url.pathname === target);
const shows = (text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor();
let count = 0;
const freshEmail = (): string => `account-${process.pid}-${Date.now()}-${++count}@example.com`;
const secret = "journey-secret";

/** Waits for the newest mail to an address and returns its link. */
async function mailedLink(address: string): Promise<string> {
  const url = `${inject("demo").sandboxUrl}/mailbox/api/messages?to=${encodeURIComponent(address)}`;
  let link = "";
  await expect
    .poll(async () => {
      const { data } = (await (await fetch(url)).json()) as { data: { text: string }[] };
      link = /https?:\/\/\S+/.exec(data[0]?.text ?? "")?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}

async function register(): Promise<string> {
  const address = freshEmail();
  await page.goto("/register");
  await field("E-mail").fill(address);
  await field("Password").fill(secret);
  await field("Password confirmation").fill(secret);
  await page.locator('button[type="submit"]:enabled').click();
  await goesTo("/verify-email");
  return address;
}

const profile = {
  "First name": "Nora",
  "Last name": "Zbinden",
  "Company name": "Brothaus Matte",
  "Street name": "Gerberngasse",
  "House number": "27",
  "Postal code": "3011",
  City: "Bern",
};

async function fillProfile(): Promise<void> {
  for (const [name, value] of Object.entries(profile)) await field(name).fill(value);
  await chooseCountry("Switzerland");
}

async function chooseCountry(name: string): Promise<void> {
  const country = page.getByRole("combobox", { name: "Country" });
  // The list opens as the text changes, also where the country is chosen already.
  await country.fill("");
  await country.fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

const terms = () => page.getByRole("checkbox", { name: /General Terms and Conditions/ });
const userType = () => page.getByRole("combobox", { name: "Type", exact: true });
async function chooseType(name: string): Promise<void> {
  await userType().click();
  await page.getByRole("option", { name, exact: true }).click();
}

const promotion = () => page.getByRole("checkbox", { name: /show my ads as references/ });

test("[UI-AUTH-009] the registration has its fields, Sign-up and the social buttons; it creates a customer and mails a link", async () => {
  await page.goto("/register");
  for (const name of ["E-mail", "Password", "Password confirmation"]) await field(name).waitFor();
  for (const name of [/Google/, /Microsoft/, /Facebook/]) await page.getByRole("button", { name }).waitFor();
  const address = freshEmail();
  await field("E-mail").fill(address);
  for (const name of ["Password", "Password confirmation"]) await field(name).fill(secret);
  await button("Sign-up").click();
  await goesTo("/verify-email");
  await button("Resend e-mail").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  const { body } = await callFrom(page, "GET", "/users/me");
  expect(body).toMatchObject({ email: address, user_role: "customer", email_verified_at: null });
  expect(new URL(await mailedLink(address)).pathname).toMatch(/^\/email\/verify\//);
});

test("[NAV-011] [RULE-010] [RULE-004] [ROUTE-003] leads from the registration via the mailed link and the account to the dashboard", async () => {
  const address = await register();
  await page.goto(await mailedLink(address));
  await goesTo("/account");
  await shows("Your e-mail address is confirmed");
  await shows("Please complete your profile to proceed");
  expect(await field("First name").evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goto("/dashboard");
  await goesTo("/account");
  await fillProfile();
  await button("Save").click();
  await shows("Please review and accept our General Terms and Conditions to proceed");
  await page.goto("/campaigns");
  await goesTo("/account");
  expect(await page.getByRole("combobox", { name: "Country" }).inputValue()).toBe("Switzerland");
  expect(await page.getByLabel("New password").count()).toBe(0);
  expect(await button("Close account").count()).toBe(0);
  await fillProfile();
  await terms().check();
  await button("Save").click();
  await goesTo("/dashboard");
  await shows("Account saved");
  const steps = page.getByRole("heading", { name: "Three steps to your first ad" });
  // It replaces the heading that was there while the dashboard loaded.
  await expect.poll(() => steps.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("[FLOW-004] [FIELD-USER-009] [FIELD-USER-015] [FIELD-USER-016] [FIELD-USER-017] [FIELD-USER-020] [RULE-011] the saved profile is shown after a reload", async () => {
  const address = await register();
  await page.goto("/account");
  await shows(address);
  expect(await promotion().isChecked()).toBe(false);
  expect(await userType().innerText()).toBe("Company");
  await button("Swiss company? Fill in from the UID register").click();
  await field("UID").fill("CHE-200.000.019");
  await button("Fill in").click();
  await shows("This is not a UID: nine digits with a check digit, such as CHE-123.456.788");
  await field("UID").fill("CHE-200.000.018");
  await field("UID").press("Enter");
  await shows("Name and address are filled in. Please check them.");
  const found = ["Company name", "Street name", "House number", "Postal code", "City", "VAT number"];
  expect(await Promise.all(found.map((name) => field(name).inputValue()))).toEqual([
    ...["Bäckerei Morgenrot GmbH", "Kramgasse", "12", "3011", "Bern", "CHE-200.000.018 MWST"],
  ]);
  // Of another company, nothing of the first one stays.
  await field("UID").fill("CHE-200.000.047");
  await button("Fill in").click();
  await expect.poll(() => field("City").inputValue()).toBe("Grindelwald");
  expect(await Promise.all(["Street name", "VAT number"].map((name) => field(name).inputValue()))).toEqual(["", ""]);
  await fillProfile();
  await chooseType("Company with branches");
  await terms().check();
  await promotion().check();
  await field("Street name").fill("");
  await button("Save").click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  await field("Street name").fill("Gerberngasse");
  await button("Save").click();
  await shows("Account saved");
  await page.reload();
  await field("First name").waitFor();
  for (const [name, value] of Object.entries(profile))
    expect([name, await field(name).inputValue()]).toEqual([name, value]);
  expect(await promotion().isChecked()).toBe(true);
  expect(await userType().innerText()).toBe("Company with branches");
  expect((await callFrom(page, "GET", "/users/me")).body.user_type).toBe("branches");
  expect(await field("VAT number").inputValue()).toBe("");
  await field("New password").waitFor();
  await chooseType("Company");
  await field("Postal code").fill("10115");
  await field("City").focus();
  await shows("This is not a valid postal code for the country");
  await chooseCountry("Germany");
  await expect.poll(() => page.getByText("This is not a valid postal code for the country").count()).toBe(0);
  await button("Save").click();
  await shows("Companies outside Switzerland must enter their VAT number");
});

test("[ROLE-010] an invited accountant chooses a password, completes the account, accepts the terms, and lands on the home page", async () => {
  const address = freshEmail();
  const admin = await newVisitor();
  await admin.signIn("admin");
  const invitation = { email: address, user_role: "accountant" };
  const { status } = await callFrom(admin.page, "POST", "/admin/users", invitation);
  await admin.leave();
  expect(status).toBe(201);
  await page.goto(await mailedLink(address));
  await field("Password").fill(secret);
  await field("Password confirmation").fill(secret);
  await page.locator('button[type="submit"]:enabled').click();
  await goesTo("/account");
  await fillProfile();
  await terms().check();
  await button("Save").click();
  await shows("Account saved");
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("a forgotten password: the mail's link leads to the form, and the new password signs in", async () => {
  const address = await register();
  await visitor.leave();
  visitor = await newVisitor({ locale: "de-CH" });
  page = visitor.page;
  await page.goto("/forgot-password");
  await page.locator('input[type="email"]').fill(address);
  await page.locator('button[type="submit"]:enabled').click();
  await expect.poll(() => mailedLink(address)).toContain("/reset-password");
  await page.goto(await mailedLink(address));
  await page.locator('input[type="password"]').nth(1).waitFor();
  for (const input of await page.locator('input[type="password"]').all()) await input.fill("another-secret");
  await page.locator('button[type="submit"]:enabled').click();
  await goesTo("/account");
  expect(visitor.complaints()).toEqual([]);
});

test("own devices, a new address by its mailed link, and closing the account", async () => {
  const address = await register();
  const phone = await newVisitor({ locale: "de-CH", width: 390 });
  await phone.page.goto("/login");
  await phone.page.locator('input[type="email"]').fill(address);
  await phone.page.locator('input[type="password"]').fill(secret);
  await phone.page.locator('button[type="submit"]:enabled').click();
  await phone.page.waitForURL((url) => url.pathname === "/verify-email");

  await page.goto("/account");
  await shows("This device");
  await page.getByRole("button", { name: /^Sign out Chrome on / }).click();
  await page.getByText(/ is signed out$/).waitFor();
  await phone.page.goto("/account");
  await phone.page.waitForURL((url) => url.pathname === "/login");
  await phone.leave();

  const another = freshEmail();
  const password = () => page.getByRole("dialog").getByLabel("Password", { exact: true });
  await button("Change e-mail").click();
  await field("New e-mail").fill(another);
  await password().fill("not-the-password");
  await button("Send link").click();
  await shows("This is not your present password");
  await password().fill(secret);
  await button("Send link").click();
  await shows("The link is on its way.");
  expect(await visitor.accessibility()).toEqual([]);
  await page.goto(await mailedLink(another));
  await page.goto("/account");
  await field("First name").waitFor();
  expect(await button("Close account").count()).toBe(0);
  await fillProfile();
  await terms().check();
  await button("Save").click();
  await goesTo("/dashboard");
  await page.goto("/account");
  await shows(another);

  await page.getByRole("button", { name: "Close account" }).click();
  await field(`Type ${another} to confirm`).fill(address);
  await password().fill(secret);
  expect(await button("Close permanently").isDisabled()).toBe(true);
  await field(`Type ${another} to confirm`).fill(another);
  expect(await visitor.accessibility()).toEqual([]);
  await button("Close permanently").click();
  await goesTo("/");
  await page.goto("/account");
  await goesTo("/login");
  expect(visitor.complaints()).toEqual([]);
});
