import type { Page } from "playwright-core";

export const secret = "journey-secret";
let count = 0;
export const freshEmail = (): string => `shell-${process.pid}-${Date.now()}-${++count}@example.com`;

/** Registers with the form, in any language, and ends at the screen that asks for the mailed link. */
export async function register(page: Page, email = freshEmail()): Promise<string> {
  await page.goto("/register");
  await page.locator('input[type="email"]').fill(email);
  for (const input of await page.locator('input[type="password"]').all()) await input.fill(secret);
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((url) => url.pathname === "/verify-email");
  return email;
}
