import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

let visitor: Visitor;
beforeEach(async () => {
  visitor = await newVisitor();
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

/** Clicks a provider's button and chooses an account in its window. */
async function continueWith(provider: string, account: string): Promise<void> {
  const { page } = visitor;
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: new RegExp(provider) }).click();
  const popup = await opening;
  await popup.getByRole("link", { name: new RegExp(account) }).click();
}
const me = (): Promise<{ status: number; body: Record<string, unknown> }> =>
  visitor.page.evaluate(async () => {
    const answer = await fetch("/api/v1/users/me");
    return { status: answer.status, body: await answer.json() };
  });
/** Signed in: the form is gone. */
const signedIn = (): Promise<void> => visitor.page.waitForURL((url) => !url.pathname.startsWith("/login"));

async function signOut(): Promise<void> {
  await visitor.context.clearCookies();
  await visitor.page.goto("/login");
}

test("[FIELD-USER-012] the three buttons open the provider's window, and an account chosen there signs in", async () => {
  const { page } = visitor;
  for (const screen of ["/login", "/register"]) {
    await page.goto(screen);
    for (const name of [/Google/, /Microsoft/, /Facebook/]) await page.getByRole("button", { name }).waitFor();
  }
  await page.goto("/login");
  await continueWith("Google", "Lena Aebi");
  await signedIn();
  const first = (await me()).body;
  expect(first).toMatchObject({ email: "lena.aebi@example.com", providerData: [{ providerId: "google" }] });
  expect(first.email_verified_at).not.toBeNull();
  await signOut();
  await continueWith("Google", "Lena Aebi");
  await signedIn();
  expect((await me()).body.uid).toBe(first.uid);
  await signOut();
  await continueWith("Microsoft", "Marco Bernasconi");
  await signedIn();
  expect((await me()).body).toMatchObject({
    email: "marco.bernasconi@example.com",
    email_verified_at: null,
    providerData: [{ providerId: "microsoft" }],
  });
  await signOut();
  await continueWith("Facebook", "Aline Chevalley");
  await signedIn();
  expect((await me()).body).toMatchObject({ providerData: [{ providerId: "facebook" }] });
  expect(visitor.complaints()).toEqual([]);
});

test("[ERR-011] Facebook with the address of a Google account asks to sign in with Google; Google links to the account with the same address", async () => {
  const { page } = visitor;
  await page.goto("/login");
  await continueWith("Google", "Jonas Wyss");
  await signedIn();
  await signOut();
  await continueWith("Facebook", "Jonas Wyss");
  await page
    .getByText(
      "You have already logged in with google account. Please login with google and link Facebook to your account",
    )
    .waitFor();
  expect((await me()).status).toBe(401);
  await continueWith("Google", "Nora Zbinden");
  await signedIn();
  const { body } = await me();
  expect(body).toMatchObject({ email: "customer@demo.example", user_role: "customer" });
  expect(body.providerData).toEqual(expect.arrayContaining([{ providerId: "password" }, { providerId: "google" }]));
});

test("the consent page is marked as a sandbox, and canceling leaves the form unchanged", async () => {
  const { page } = visitor;
  await page.goto("/login");
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: /Google/ }).click();
  const popup = await opening;
  await popup.getByRole("heading", { name: "Choose an account" }).waitFor();
  expect(await popup.getByRole("complementary").textContent()).toMatch(/^Sandbox/);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("link", { name: "Cancel" }).click();
  await closed;
  await page.getByRole("button", { name: /Google/ }).waitFor();
  expect((await me()).status).toBe(401);
});
