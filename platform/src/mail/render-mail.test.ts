import { expect, test } from "vitest";
import { type MailContent, mailBrandOf, renderMail } from "./render-mail.ts";

const brand = { operator: "Ads & More", url: "https://ads.example" };
const content: MailContent = {
  lang: "de",
  subject: "Konto <gesichert>",
  paragraphs: ['Guten Tag "Anna"', { list: ["eins", "zwei & drei"] }],
  button: { label: "Öffnen", url: "https://ads.example/?a=1&b=2" },
  footer: ["Drei Tage gültig."],
};

test("the text part has everything in reading order, the operator's name last", () => {
  expect(renderMail(content, brand).text).toBe(
    'Guten Tag "Anna"\n\n- eins\n- zwei & drei\n\nÖffnen:\nhttps://ads.example/?a=1&b=2\n\nDrei Tage gültig.\n\nAds & More\n',
  );
});

test("the HTML names its language and escapes every text and address", () => {
  const { html, subject } = renderMail(content, brand);
  expect(subject).toBe("Konto <gesichert>");
  expect(html).toContain('<html lang="de">');
  for (const part of [
    "<title>Konto &lt;gesichert&gt;</title>",
    ">Konto &lt;gesichert&gt;</h1>",
    ">Ads &amp; More</a>",
    ">Guten Tag &quot;Anna&quot;</p>",
    "<li>eins</li><li>zwei &amp; drei</li>",
    'href="https://ads.example/?a=1&amp;b=2"',
    ">Drei Tage gültig.</p>",
  ]) {
    expect(html).toContain(part);
  }
});

test("a mail without button and footer holds no link but the operator's", () => {
  const { html, text } = renderMail({ lang: "en", subject: "Test", paragraphs: ["It works."] }, brand);
  expect(html.match(/href=/g)).toHaveLength(1);
  expect(text).toBe("It works.\n\nAds & More\n");
});

test.each([
  ["Acme Ads <no-reply@acme.example>", "Acme Ads"],
  ['"Acme, Ads" <no-reply@acme.example>', "Acme, Ads"],
  ["no-reply@acme.example", "Litfass"],
  ["<no-reply@acme.example>", "Litfass"],
])("MAIL_FROM %s makes the operator %s", (mailFrom, operator) => {
  expect(mailBrandOf({ mailFrom, publicUrl: "https://acme.example" }).operator).toBe(operator);
});
