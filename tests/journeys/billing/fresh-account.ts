import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { eventually } from "../../support/eventually.ts";

const password = "a-long-enough-password";

/** The five sums of the billing page: their labels, and their API names. */
export const billingLabels = [
  ["Manual Balance", "manual_balance"],
  ["Total Paid (Stripe)", "stripe"],
  ["Total Budget", "total"],
  ["Reserved Budget", "balance_reserved"],
  ["Remaining Budget", "balance"],
] as const;

export type SentMail = { subject: string; text: string; attachments: { filename: string }[] };

/** Mails to an address, newest first. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  const url = `${inject("demo").sandboxUrl}/mailbox/api/messages?to=${encodeURIComponent(address)}`;
  return ((await (await fetch(url)).json()) as { data: SentMail[] }).data;
}

/** Calls the API with the page's session. @throws unless the response is 2xx. */
export async function send(page: Page, method: "POST" | "PATCH", path: string, body: unknown) {
  const cookies = await page.context().cookies();
  const token = decodeURIComponent(cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "");
  const headers = { accept: "application/json", "x-xsrf-token": token, origin: inject("demo").url };
  const answer = await page.context().request.fetch(`/api/v1${path}`, { method, headers, data: body });
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
  return await answer.json();
}

/** Reads the API with the page's session. @throws unless the response is 200. */
export async function read(page: Page, path: string) {
  const answer = await page.context().request.get(`/api/v1${path}`, { headers: { accept: "application/json" } });
  if (answer.status() !== 200) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
  return await answer.json();
}

/** Registers with the form, follows the mailed link and completes the account. Returns the address. */
export async function openFreshAccount(page: Page): Promise<string> {
  const address = `billing-${randomUUID()}@example.com`;
  await page.goto("/register");
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password confirmation").fill(password);
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((url) => url.pathname === "/verify-email");
  const [mail] = await eventually(
    `a mail to ${address}`,
    () => mailsTo(address),
    (all) => all.length > 0,
  );
  await page.goto(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  await page.waitForURL((url) => url.pathname === "/account");
  await send(page, "POST", "/users/me", {
    first_name: "Lea",
    last_name: "Amsler",
    company_name: "Velowerk Amsler AG",
    street: "Lagerstrasse",
    house_number: "12",
    postal_code: "3011",
    city: "Bern",
    country_code: "CH",
    is_terms_accepted: true,
  });
  return address;
}
