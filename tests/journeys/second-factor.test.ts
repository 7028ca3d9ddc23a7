import { afterAll, expect, test } from "vitest";
import { authenticatorCode } from "../../server/src/testing/authenticator-code.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

afterAll(closeBrowser);

const password = "journey-secret";
const stepMs = 30_000;
const path = (visitor: Visitor): string => new URL(visitor.page.url()).pathname;

/** An unused code: the next step's is valid early. */
const nextCode = (secret: string): string => authenticatorCode(secret, new Date(Date.now() + stepMs));

async function fillSignIn({ page }: Visitor, address: string): Promise<void> {
  await page.goto("/login");
  await page.locator('input[type="email"]').fill(address);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL(/step=code/);
}

test("a second factor: set up with the app, required at sign-in, replaced by a recovery code, reset by staff", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const address = `factor-${process.pid}-${Date.now()}@example.com`;
  await page.goto("/register");
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password confirmation").fill(password);
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((url) => url.pathname === "/verify-email");

  await page.goto("/account");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  const secret = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
  expect(secret).not.toBe("");
  expect(await visitor.accessibility()).toEqual([]);
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("This code is not right, or was used already").waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(authenticatorCode(secret, new Date()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  const recovery = await codes.allTextContents();
  expect(recovery).toHaveLength(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 recovery codes left").waitFor();
  const { uid } = await page.evaluate(async () => (await fetch("/api/v1/users/me")).json());
  await visitor.leave();

  const second = await newVisitor();
  await fillSignIn(second, address);
  expect(await second.accessibility()).toEqual([]);
  await second.page.getByLabel("Six digits").fill(nextCode(secret));
  await second.page.getByRole("button", { name: "Login" }).click();
  await second.page.waitForURL((url) => url.pathname === "/verify-email");
  await second.leave();

  const third = await newVisitor({ locale: "de-CH", width: 390, colorScheme: "dark" });
  await fillSignIn(third, address);
  await third.page.getByRole("button", { name: "Notfallcode verwenden" }).click();
  await third.page.getByLabel("Notfallcode", { exact: true }).fill(recovery[0] ?? "");
  await third.page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await third.page.waitForURL((url) => url.pathname === "/verify-email");
  expect(third.complaints()).toEqual([]);

  const staff = await newVisitor();
  await staff.signIn("super_admin");
  await staff.page.goto(`/users/${uid}`);
  await staff.page.getByRole("button", { name: "Reset second factor" }).click();
  await staff.page.getByRole("dialog").getByRole("button", { name: "Reset second factor" }).click();
  await staff.page.getByText("Lost second factor reset").waitFor();
  await staff.page.getByText("Second factor turned on").waitFor();
  await staff.leave();
  await third.page.reload();
  await third.page.waitForURL((url) => url.pathname === "/login");
  expect(path(third)).toBe("/login");
  await third.leave();
});
