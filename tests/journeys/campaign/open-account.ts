import type { Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { expectAccessible } from "./accessibility.ts";

type Mail = { subject: string; text: string; to: string[] };
const password = "a-long-enough-password";

/** Registers as a visitor with the form. Ends at the screen that asks for the mailed link. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password confirmation").fill(password);
  await expectAccessible(page, "register");
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((url) => url.pathname === "/verify-email");
  await expectAccessible(page, "verify-email");
}

/** Opens the link of the mail to `email`. */
export async function confirmEmail(server: { sandboxUrl: string }, page: Page, email: string): Promise<void> {
  const mails = await eventually(
    `a mail to ${email}`,
    async () => {
      const answer = await fetch(`${server.sandboxUrl}/mailbox/api/messages?to=${encodeURIComponent(email)}`);
      return ((await answer.json()) as { data: Mail[] }).data;
    },
    (data) => data.length > 0,
  );
  const link = /https?:\/\/\S+\/email\/\S+/.exec(mails[0]?.text ?? "")?.[0];
  if (!link) throw new Error(`The mail has no link: ${mails[0]?.text}`);
  await page.goto(link);
}

/** What a new customer types into the profile. */
export const profileFields: [label: string, value: string][] = [
  ["First name", "Lea"],
  ["Last name", "Amsler"],
  ["Company name", "Velowerk Amsler AG"],
  ["Street name", "Lagerstrasse"],
  ["House number", "12"],
  ["Postal code", "3011"],
  ["City", "Bern"],
];

/** Fills the profile and accepts the terms. */
export async function fillProfile(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === "/account");
  for (const [label, value] of profileFields) await page.getByLabel(label, { exact: true }).fill(value);
  const country = page.getByRole("combobox", { name: "Country" });
  await country.fill("Switz");
  await page.getByRole("option", { name: "Switzerland" }).click();
  await page.getByRole("checkbox", { name: /I have read and accept/ }).check();
  await expectAccessible(page, "account");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Account saved").waitFor();
}

/** Pays with the test card on the processor's page. @returns the invoice number on the confirmation page. */
export async function topUp(page: Page, amount: string): Promise<string> {
  await page.goto("/invoices");
  await page.getByRole("button", { name: "Add budget by card" }).click();
  await page.getByLabel("Budget", { exact: true }).fill(amount);
  await expectAccessible(page, "top-up");
  await page.getByRole("button", { name: "Go to payment" }).click();
  await page.waitForURL(/\/checkout\//);
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Expiry").fill("12/39");
  await page.getByLabel("Security code").fill("123");
  await expectAccessible(page, "checkout");
  await page.locator("button.primary").click();
  await page.waitForURL(/\/billing\/checkout\/success/);
  await page
    .getByRole("heading", { name: `CHF ${amount.replace(/\B(?=(\d{3})+\.)/g, "'")} has been added to your budget` })
    .waitFor();
  await expectAccessible(page, "confirmation");
  const text = await page.locator("main").innerText();
  const number = /T-\d{4}-\d+/.exec(text)?.[0];
  if (!number) throw new Error(`The confirmation names no invoice: ${text}`);
  return number;
}
