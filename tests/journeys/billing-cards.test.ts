import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { mailsTo, openFreshAccount, read, send } from "./billing/fresh-account.ts";

let visitor: Visitor;
let page: Page;
let address: string;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const savedCards = () => page.getByRole("list", { name: "Saved cards" }).getByRole("listitem");

beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
  address = await openFreshAccount(page);
}, 90_000);
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

/** Fills the dialog for an amount and sends it. Returns what it says about the price. */
async function startTopUp(amount: string, options: { keep?: boolean; last4?: string } = {}): Promise<string> {
  await page.goto("/invoices?top-up=1");
  await dialog().getByLabel("Budget", { exact: true }).fill(amount);
  if (options.last4)
    await dialog()
      .getByRole("radio", { name: new RegExp(`${options.last4}`) })
      .check();
  else {
    const another = dialog().getByRole("radio", { name: "Another payment method" });
    await dialog().getByRole("img", { name: "Visa" }).first().waitFor();
    if (await another.isVisible()) await another.check();
    if (options.keep) await dialog().getByRole("checkbox", { name: "Save this card for next time" }).check();
  }
  const sums = dialog()
    .locator("dl")
    .filter({ hasText: /Total to pay\s*CHF/ });
  const price = (await sums.innerText()).replaceAll(/\s+/g, " ");
  await dialog()
    .getByRole("button", { name: options.last4 ? "Pay now" : "Go to payment" })
    .click();
  return price;
}

/** Enters a card on the processor's page. */
async function enterCard(number: string): Promise<void> {
  await page.waitForURL(/\/checkout\//);
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12/39");
  await page.getByLabel("Security code").fill("123");
  await page.locator("button.primary").click();
}

const stripeBudget = async (): Promise<number> => (await read(page, "/users/me")).balance.stripe;
const newest = async () => (await read(page, "/billing/payments")).data[0];

test("[PAY-001] [PAGE-015] a saved card pays the next time without being entered, and can be removed", async () => {
  await startTopUp("20", { keep: true });
  await enterCard("4242 4242 4242 4242");
  await page.waitForURL(/\/billing\/checkout\/success/);
  await page.getByRole("heading", { name: "CHF 20.00 has been added to your budget" }).waitFor();
  await startTopUp("30", { last4: "4242" });
  await page.getByText("CHF 30.00 has been added to your budget").waitFor();
  expect(await stripeBudget()).toBe(50);
  expect(await newest()).toMatchObject({ status: "succeeded", amount: 30, amount_due: 32.43 });
  await page.goto("/invoices");
  await savedCards().filter({ hasText: "4242" }).getByText("Default").waitFor();
  expect(await visitor.accessibility()).toEqual([]);
});

test("3-D Secure: the bank's page is shown; confirming pays, declining does not, and both end in one state", async () => {
  await startTopUp("40", { keep: true });
  await enterCard("4000 0027 6000 3184");
  await page.waitForURL(/\/three-d-secure\//);
  await page.locator('button[value="complete"]').click();
  await page.waitForURL(/\/billing\/checkout\/success/);
  expect(await stripeBudget()).toBe(90);

  await startTopUp("50", { last4: "3184" });
  await page.waitForURL(/\/three-d-secure\//);
  await page.locator('button[value="complete"]').click();
  await page.waitForURL(/\/billing\/checkout\/success/);
  await page.getByRole("heading", { name: "CHF 50.00 has been added to your budget" }).waitFor();
  expect(await stripeBudget()).toBe(140);

  await startTopUp("60", { last4: "3184" });
  await page.waitForURL(/\/three-d-secure\//);
  await page.locator('button[name="answer"]:not([value="complete"])').click();
  await page.waitForURL(/\/billing\/checkout\/success/);
  await page.getByRole("heading", { name: "The card was not charged" }).waitFor();
  await page.getByText("The payment was not confirmed with your bank.").waitFor();
  expect(await newest()).toMatchObject({ status: "failed", amount: 60 });
  expect(await stripeBudget()).toBe(140);
});

test("a payment left at the bank's page, by the back button or a closed tab, can be continued or canceled", async () => {
  const price = await startTopUp("70", { last4: "3184" });
  expect(price).toBe("Without VAT CHF 70.00 VAT 8.1% CHF 5.67 Total to pay CHF 75.67");
  await page.waitForURL(/\/three-d-secure\//);
  await page.goto("/invoices");
  await page.getByText("A payment of CHF 75.67").waitFor();
  await page.getByRole("link", { name: "Continue payment" }).click();
  await page.waitForURL(/\/three-d-secure\//);
  await page.goto("/invoices");
  await button("Discard").click();
  await page.getByText("Payment discarded. Nothing was charged.").waitFor();
  await page.getByText("failed. You gave the payment up, and nothing was charged.").waitFor();
  expect(await page.getByText("is incomplete").count()).toBe(0);

  await startTopUp("80");
  await page.waitForURL(/\/checkout\//);
  await page.goBack();
  await page.goto("/invoices");
  await page.getByText("A payment of CHF 86.48").waitFor();
  const { id, checkout_url } = await newest();
  await page.goto(`/invoices?payment=${id}`);
  await page.getByText("A payment of CHF 86.48").waitFor();
  expect((await send(page, "POST", `/stripe/${id}/cancel`, {})).status).toBe("failed");
  expect((await page.goto(checkout_url))?.status()).not.toBe(500);
  expect(await page.getByLabel("Card number").count()).toBe(0);
  expect(await stripeBudget()).toBe(140);
});

test("[PAY-007] a declined card shows what to do, on the processor's page and for a saved card, in the reader's language", async () => {
  await startTopUp("90");
  await enterCard("4000 0000 0000 9995");
  await page
    .getByText(/insufficient funds/i)
    .first()
    .waitFor();
  await page.goto("/invoices");
  await page.getByText("The card has insufficient funds. Use another card.").waitFor();
  await button("Discard").click();
  await page.getByText("Payment discarded. Nothing was charged.").waitFor();

  await startTopUp("95", { keep: true });
  await enterCard("4000 0082 6000 3178");
  await page.waitForURL(/\/three-d-secure\//);
  await page.locator('button[value="complete"]').click();
  await page
    .getByText(/insufficient funds/i)
    .first()
    .waitFor();
  await send(page, "PATCH", "/users/me/lang", { lang: "de" });
  await page.evaluate(() => undefined);
  await page.goto("/invoices");
  await page.evaluate(() => localStorage.setItem("locale", "de"));
  await page.reload();
  await page.getByText("Die Karte ist nicht ausreichend gedeckt. Nehmen Sie eine andere Karte.").waitFor();
  await page.evaluate(() => localStorage.setItem("locale", "en"));
  await send(page, "PATCH", "/users/me/lang", { lang: "en" });
  expect(await stripeBudget()).toBe(140);
});

test("saved cards: the default can be changed, a removed one is gone, and another user's cannot be used", async () => {
  await page.goto("/invoices");
  const other = savedCards().filter({ hasText: "4242" });
  await other.waitFor();
  const [first] = await read(page, "/billing/cards");
  const second = (await read(page, "/billing/cards"))[1];
  await savedCards().filter({ hasText: second.last4 }).getByRole("button").click();
  await page.getByRole("menuitem", { name: "Make default" }).click();
  await savedCards().first().filter({ hasText: second.last4 }).waitFor();
  expect((await read(page, "/billing/cards"))[0].id).toBe(second.id);
  await savedCards().filter({ hasText: first.last4 }).getByRole("button").click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await button("Delete").click();
  await page.getByText("Card removed").waitFor();
  expect((await read(page, "/billing/cards")).map((card: { id: string }) => card.id)).toEqual([second.id]);
  const stranger = await newVisitor();
  await stranger.signIn("customer");
  await expect(send(stranger.page, "POST", "/stripe", { amount: 10, payment_method: second.id })).rejects.toThrow(
    "422",
  );
  expect(await read(stranger.page, "/billing/cards")).toEqual([]);
  await stranger.leave();
});

test("adds a card without paying, with the bank's confirmation if required, and pays a plan and its renewal with it", async () => {
  const begin = async (number: string): Promise<void> => {
    await page.goto("/invoices");
    await button("Add a card").click();
    await enterCard(number);
  };
  const subscribe = async (last4: string): Promise<void> => {
    await page.goto("/invoices");
    await page.getByRole("region", { name: "Starter" }).getByRole("button", { name: "Subscribe" }).click();
    await dialog()
      .getByRole("radio", { name: new RegExp(last4) })
      .check();
    await dialog().getByRole("checkbox").check();
    await dialog().getByRole("button", { name: "Pay by card" }).click();
  };
  /** The next snackbar's text: an unexpected one fails with what it says. */
  const snackbar = (): Promise<string> =>
    page.getByRole("status").filter({ hasNotText: "Loading" }).locator("span").first().innerText();
  const paidBefore = await stripeBudget();
  await begin("4000 0027 6000 3184");
  await page.waitForURL(/\/three-d-secure\//);
  await page.locator('button[name="answer"]:not([value="complete"])').click();
  await page.getByText("The card was not confirmed.").waitFor();
  expect((await read(page, "/billing/cards")).length).toBe(1);
  await enterCard("4000 0027 6000 3184");
  await page.waitForURL(/\/three-d-secure\//);
  await page.locator('button[value="complete"]').click();
  await page.getByText("Card saved").waitFor();
  await begin("5555 5555 5555 4444");
  await page.getByText("Card saved").waitFor();
  await savedCards().filter({ hasText: "4444" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await stripeBudget()).toBe(paidBefore);

  await subscribe("4444");
  expect(await snackbar()).toBe("Starter is paid; the budget has been added");
  const first = (await read(page, "/users/me")).subscription;
  expect(first).toMatchObject({ is_exists: true, plan: "starter" });
  await subscribe("4444");
  expect(await snackbar()).toBe("Starter is paid; the budget has been added");
  const renewed = (await read(page, "/users/me")).subscription;
  expect(Date.parse(renewed.end_at)).toBeGreaterThan(Date.parse(first.end_at) + 85 * 86_400_000);

  await begin("4000 0000 0000 0341");
  await page.getByText("Card saved").waitFor();
  await subscribe("0341");
  await dialog().getByText("Nothing was charged. Your bank declined the card").waitFor();
  expect((await read(page, "/users/me")).subscription).toEqual(renewed);
  expect(await newest()).toMatchObject({ status: "failed", kind: "package" });
  expect(await stripeBudget()).toBe(paidBefore + 2 * 1500);
  await eventually(
    "the mail of the refused renewal",
    () => mailsTo(address),
    ([mail]) => mail?.subject === "Your Starter package was not renewed",
  );
});

test("a payment that the bank has not confirmed yet is announced as such", async () => {
  await page.route(/\/stripe$/, async (route) => {
    const response = await route.fetch();
    const payment = await response.json();
    await route.fulfill({ response, json: { ...payment, status: "pending", checkout_url: null } });
  });
  await startTopUp("25", { last4: "4444" });
  await page.getByText("The bank has not confirmed the payment yet.").waitFor();
  await dialog().waitFor({ state: "detached" });
  await page.unroute(/\/stripe$/);
});

test("TWINT pays after a confirmation in its app; a refusal there leads back to the choice", async () => {
  const before = await stripeBudget();
  const payWithTwint = async (answer: "complete" | "fail") => {
    await page.waitForURL(/\/checkout\//);
    await page.getByRole("button", { name: "Pay with TWINT" }).click();
    await page.getByRole("heading", { name: "Confirm the payment in the TWINT app." }).waitFor();
    await page.locator(`button[value="${answer}"]`).click();
  };
  await startTopUp("40");
  await payWithTwint("fail");
  await page.getByText("The payment was not confirmed.").waitFor();
  await payWithTwint("complete");
  await page.getByRole("heading", { name: "CHF 40.00 has been added to your budget" }).waitFor();
  expect(await stripeBudget()).toBe(before + 40);
  expect(await newest()).toMatchObject({ status: "succeeded", amount: 40 });
});
