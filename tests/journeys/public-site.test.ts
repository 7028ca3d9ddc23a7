import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { axeFindings } from "../support/axe.ts";
import { closeBrowser, newVisitor, type Visitor, type VisitorOptions } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";

let visitor: Visitor;
const arrive = async (options: VisitorOptions = {}): Promise<void> => {
  await visitor?.leave();
  visitor = await newVisitor(options);
};
beforeEach(() => arrive());
afterEach(async () => {
  expect(visitor.complaints()).toEqual([]);
  expect(await visitor.context.cookies()).toEqual([]);
  await visitor.leave();
});
afterAll(closeBrowser);

const addressOf = (name: string): string => `${name}-${process.pid}-${Date.now()}@example.com`;
/** The text of the newest mail to an address, from the demo's mailbox. */
async function mailTo(address: string): Promise<string> {
  const url = `${inject("demo").sandboxUrl}/mailbox/api/messages?to=${encodeURIComponent(address)}`;
  const mails = await eventually(
    `a mail to ${address}`,
    async () => ((await (await fetch(url)).json()) as { data: { text: string }[] }).data,
    ({ length }) => length > 0,
  );
  return mails[0]?.text ?? "";
}

test("[PUB-004] [PUB-010] by keyboard: an FAQ entry opens, an error appears at its field, the message is sent", async () => {
  const { page } = visitor;
  await page.goto("/en");
  const entry = page.locator("#faq details").nth(1);
  await entry.locator("summary").focus();
  await page.keyboard.press("Enter");
  await entry.getByText("Growth 180K").waitFor();

  const form = page.locator("#contact form");
  await form.getByLabel("Name").focus();
  await page.keyboard.type("Nora Zbinden");
  await page.keyboard.press("Tab");
  await page.keyboard.type("nora@");
  await page.keyboard.press("Enter");
  const email = form.getByLabel("E-mail");
  await form.locator('#contact-email[aria-invalid="true"]').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("contact-email");
  expect(await form.locator("#contact-message-error").textContent()).not.toBe("");
  const address = addressOf("contact");
  await email.fill(address);
  await email.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("What about Bern?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await form.getByRole("status").getByText("Thank you, your message has arrived.").waitFor();
});

test("[SVC-003] the bundle's button opens the contact form with the bundle in the message", async () => {
  const { page } = visitor;
  await page.goto("/en/services");
  await page.getByRole("link", { name: "Ask for the service bundle" }).click();
  await page.waitForURL("**/en?about=services#contact");
  expect(await page.getByLabel("Question or message").inputValue()).toContain("service bundle");
});

test("[PUB-012] [PUB-013] a subscription is confirmed by the mailed link", async () => {
  const { page } = visitor;
  await page.goto("/en");
  const address = addressOf("news");
  await page.getByLabel("News, four times a year").fill(address);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("Almost done: open the link that we have just mailed you.").waitFor();
  const link = /https?:\/\/\S+\/newsletter\/confirm\S+/.exec(await mailTo(address))?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("heading", { name: "You are subscribed" }).waitFor();
});

test("a visitor's sentence appears in the banners, and a forecast for the town", async () => {
  const { page } = visitor;
  await page.goto("/en");
  await page.getByLabel("Company").fill("Velo Aare");
  await page.getByLabel("Your sentence").fill("Ride on");
  await page.getByRole("button", { name: "Draw my banners" }).click();
  await page.frameLocator('iframe[title="Banner 300x250"]').getByRole("heading", { name: "Ride on" }).waitFor();
  const take = await page.getByRole("link", { name: "Take this draft into my account" }).getAttribute("href");
  expect(take).toContain("name=Velo+Aare&text=Ride+on");
  await page.getByLabel("Town").fill("Bern");
  await page.getByRole("button", { name: "Show the forecast" }).click();
  // The demo's sample may have too little traffic of one town for figures.
  await page.locator("[data-result]").getByText("Bern").waitFor();
  await page.getByLabel("Town").fill("Xyzzyville");
  await page.getByRole("button", { name: "Show the forecast" }).click();
  await page.getByText("We do not know a town of this name.").waitFor();
});

test("[PUB-010] without JavaScript the page is readable and the form is sent", async () => {
  const browser = visitor.context.browser();
  const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: inject("demo").url, locale: "de-CH" });
  if (!context) throw new Error("the browser is closed");
  const page = await context.newPage();
  await page.goto("/");
  const form = page.locator("#contact form");
  await form.getByLabel("Name").fill("Nora Zbinden");
  await form.getByLabel("E-Mail").fill("nora");
  await form.getByLabel("Frage oder Nachricht").fill("Wie steht es mit Bern?");
  await form.getByRole("button", { name: "Nachricht senden" }).click();
  await page.locator("#contact-email-error:not(:empty)").waitFor();
  expect(await page.getByLabel("Frage oder Nachricht").inputValue()).toBe("Wie steht es mit Bern?");
  await page.getByLabel("E-Mail", { exact: true }).fill(addressOf("plain"));
  await page.getByRole("button", { name: "Nachricht senden" }).click();
  await page.getByRole("heading", { name: "Ihre Nachricht ist angekommen" }).waitFor();
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test.each(["light", "dark"] as const)(
  "every public page is accessible and fits a phone in %s mode",
  async (colorScheme) => {
    await arrive({ colorScheme, width: 320 });
    const { page } = visitor;
    for (const path of ["/en", "/de", "/en/agency", "/de/services", "/de/contact", "/en/privacy", "/no-such-page"]) {
      await page.goto(path);
      // The banners are the visitor's own, and have their own tests.
      await page.evaluate(() => {
        for (const frame of document.querySelectorAll("iframe")) frame.remove();
      });
      expect(await axeFindings(page), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
      // The operator's name has up to 60 characters.
      await page.evaluate(() => {
        const name = document.createElement("span");
        name.textContent = "Colonnes Morris de la Région lyonnaise et des Monts du Forez";
        document.querySelector(".nav .home > :last-child")?.replaceWith(name);
      });
      const right = await page.evaluate(
        () => document.querySelector(".nav .menu summary")?.getBoundingClientRect().right,
      );
      expect(right, path).toBeLessThanOrEqual(320);
    }
  },
);

test("on a phone tables of texts scroll in their own box, and no word in them or in headings is cut", async () => {
  await arrive({ width: 320 });
  const { page } = visitor;
  for (const path of ["/de/docs/report", "/de/docs/settings", "/en/docs/metrics", "/de/terms"]) {
    await page.goto(path);
    expect(await page.evaluate(wordsOnTwoLines, "h1, .scroll td, .scroll th"), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});

/** Runs in the page: the words within some elements that a line break divides. */
function wordsOnTwoLines(selector: string): string[] {
  const cut: string[] = [];
  for (const cell of document.querySelectorAll(selector)) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/[\p{L}\p{N}_]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) cut.push(word);
      }
    }
  }
  return cut;
}
