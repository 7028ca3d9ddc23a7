import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { zurichDay } from "../support/zurich-day.ts";

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
  // It has no budget for ads, and needs none.
  expect(await page.getByText("You have 0.00 credits").count()).toBe(0);
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

type Payout = { end_to_end_id: string; message_id: string; amount: number; state: string; publisher: number };
const readPayouts = (state: string) =>
  callApi<{ data: Payout[] }>(page, "GET", `/publisher-payouts?state=${state}&per_page=100`);
const today = zurichDay();

/** A statement of the demo's bank with one booking. */
function statement(booking: string, id: string): string {
  const account = "<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>";
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId></GrpHdr>
<Stmt><Id>${id}</Id>${account}${booking}</Stmt></BkToCstmrStmt></Document>`;
}
function booking({
  amount,
  kind,
  detail,
  reference,
}: Record<"amount" | "kind" | "detail" | "reference", string>): string {
  return `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${kind}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt>
<ValDt><Dt>${today}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls></Ntry>`;
}
const transferOf = ({ end_to_end_id: id }: Payout): string => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`;
const importFile = (name: string, content: string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/xml", buffer: Buffer.from(content) });

test("the bank's files book what it paid and sent back; the newspaper corrects its account and is paid again", async () => {
  const run = Date.now();
  await visitor.signIn("accountant", "/admin/bank");
  await page.getByRole("heading", { name: "Bank files" }).waitFor();
  await importFile("evil.xml", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>`);
  await page.getByText(/^evil\.xml: The file has a document type definition/).waitFor();

  const { data: executed } = await readPayouts("executed");
  const [payout] = executed;
  if (!payout) throw new Error("the demo has no payout");
  const amount = payout.amount.toFixed(2);
  const debit = booking({ amount, kind: "DBIT", detail: transferOf(payout), reference: `ZV-${run}` });
  await importFile("statement.xml", statement(debit, `S-${run}`));
  await page.getByText("statement.xml: 1 matched").waitFor();
  await row(`ZV-${run}`).getByText("Matched").waitFor();
  const reason = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Konto saldiert</AddtlInf></RtrInf>";
  const returned = booking({ amount, kind: "CRDT", detail: transferOf(payout) + reason, reference: `RT-${run}` });
  await importFile("return.xml", statement(returned, `R-${run}`));
  await page.getByText("return.xml: 1 returned").waitFor();
  await importFile("return-again.xml", statement(returned, `R-${run}`));
  await page.getByText("return-again.xml was imported before").waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  await row(`RT-${run}`).getByRole("link", { name: payout.end_to_end_id }).click();
  await row(payout.end_to_end_id)
    .getByText(/^Came back on/)
    .waitFor();
  await row(payout.end_to_end_id).getByText("Account closed, AC04 Konto saldiert, Payment stopped").waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /payout that came back/ }).waitFor();

  await visitor.leave();
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.signIn("publisher", "/publisher?tab=statements");
  const note = page.getByRole("alert").filter({ hasText: "came back" });
  await note.getByText("The account is closed: enter another one.").waitFor();
  await page.getByText(/^Came back on/).waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await dialog().getByLabel("IBAN").fill("CH56 0483 5012 3456 7800 9");
  await dialog().getByRole("button", { name: "Save" }).click();
  await note.waitFor({ state: "detached" });

  await visitor.leave();
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.signIn("accountant", "/admin/publisher-statements");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await dialog()
    .getByRole("button", { name: /^Create payment of CHF/ })
    .click();
  await page.getByText("The payment is created").waitFor();
  const { data: open } = await readPayouts("in_payment");
  const again = open.find(({ end_to_end_id }) => end_to_end_id.startsWith(payout.end_to_end_id));
  if (!again) throw new Error("the payout is not paid again");
  await page.goto("/admin/bank");
  const second = booking({ amount, kind: "DBIT", detail: transferOf(again), reference: `Z2-${run}` });
  await importFile("second.xml", statement(second, `T-${run}`));
  await page.getByText("second.xml: 1 matched").waitFor();
  await page.goto(`/admin/publisher-statements?tab=payouts&payout_search=${again.end_to_end_id}`);
  await row(again.end_to_end_id)
    .getByText(/^Executed on/)
    .waitFor();
  expect(visitor.complaints()).toEqual([]);
});
