import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

const dialog = () => page.getByRole("dialog");
const row = (text: string) => page.getByRole("row").filter({ hasText: text });

/** The content of the file that a click saves. */
async function saved(click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test("staff add a publisher by inviting an address, and see what it has to do first", async () => {
  await visitor.signIn("admin", "/publishers");
  const name = `Seeblatt ${Date.now()}`;
  await page.getByRole("button", { name: "Add publisher" }).click();
  await dialog().getByLabel("Name").fill(name);
  await dialog().getByLabel("E-mail").fill(`seeblatt-${Date.now()}@news.example`);
  await dialog().getByRole("button", { name: "Add publisher" }).click();
  await page.getByRole("heading", { name }).waitFor();
  await page.getByText(/^localhost, pub-\d{16}, DIRECT$/).waitFor();
  await page.getByText("once a site or an app is verified").waitFor();
  expect(await visitor.accessibility()).toEqual([]);
});

test("a newspaper sees its figures, copies the tag and saves a statement; an accountant approves it and pays it by a file", async () => {
  await visitor.signIn("publisher", "/publisher");
  await page.getByRole("heading", { name: "Anzeiger Aaretal" }).waitFor();
  await expect.poll(() => page.getByRole("main").innerText()).toMatch(/Revenue\s+CHF\s[1-9]/);
  await page.getByRole("tab", { name: "Placements" }).click();
  await row("Artikel oben").getByRole("button", { name: "Ad tag" }).click();
  await dialog().getByRole("button", { name: "Copy: Ad tag" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /<script async src="http:\/\/localhost:\d+\/tag\.js" data-placement="\d+"/,
  );
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Statements" }).click();
  const draft = await saved(() => row("Draft").getByRole("button").first().click());
  expect(draft.content.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await visitor.accessibility()).toEqual([]);

  await visitor.leave();
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.signIn("accountant", "/admin/publisher-statements");
  await row("Draft").getByRole("button", { name: "Approve" }).click();
  await dialog().getByRole("button", { name: "Approve" }).click();
  await page.getByText("The credit note is issued").waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await dialog()
    .getByRole("button", { name: /^Create payment of CHF/ })
    .click();
  const menu = row("Not paid yet").getByRole("button", { name: /^Actions for/ });
  await menu.click();
  const file = await saved(() => page.getByRole("menuitem", { name: "Download file" }).click());
  const xml = file.content.toString();
  expect(file.name).toMatch(/\.xml$/);
  expect(xml).toContain("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
  expect(xml).toContain("<IBAN>CH9300762011623852957</IBAN>");
  expect(xml).toContain("<Nm>Anzeiger Aaretal AG</Nm>");
  await menu.click();
  await page.getByRole("menuitem", { name: "Mark as paid" }).click();
  await dialog().getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("The payment is booked").first().waitFor();
  expect(visitor.complaints()).toEqual([]);
});
