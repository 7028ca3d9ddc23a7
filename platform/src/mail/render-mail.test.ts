import { defaultBrand } from "@litfass/contract/settings/default-settings";
import { expect, test } from "vitest";
import { type MailContent, mailBrandOf } from "./mail-content.ts";
import { renderMail } from "./render-mail.ts";

const brand = {
  operator: "Ads & More",
  url: "https://ads.example",
  replyTo: "help@ads.example",
  from: "Ads <no-reply@ads.example>",
  color: "#0a1e52",
  onColor: "#ffffff",
};
const content: MailContent = {
  lang: "de",
  subject: "Konto <gesichert>",
  recipient: "Anna <b>",
  body: [
    'Sagt "ja"',
    { list: ["eins", "zwei & drei"] },
    { facts: [["Betrag", "CHF 1'500.00"]] },
    { quote: "Erste Zeile\n<script>alert(1)</script>" },
  ],
  button: { label: "Öffnen", url: "https://ads.example/?a=1&b=2" },
  footer: ["Drei Tage gültig."],
  unsubscribe: { label: "Abbestellen", url: "https://ads.example/stop?id=1" },
};

test("the text part has everything in reading order, the sender last", () => {
  expect(renderMail(content, brand).text).toBe(
    [
      "Guten Tag Anna <b>",
      'Sagt "ja"',
      "- eins\n- zwei & drei",
      "Betrag: CHF 1'500.00",
      "> Erste Zeile\n> <script>alert(1)</script>",
      "Öffnen:\nhttps://ads.example/?a=1&b=2",
      "Drei Tage gültig.",
      "Haben Sie Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie an help@ads.example.",
      "Abbestellen:\nhttps://ads.example/stop?id=1",
      "-- \nGesendet von Ads & More, ads.example\n",
    ].join("\n\n"),
  );
});

test("French labels have a space before the colon, which does not break", () => {
  const facts: [string, string][] = [["Budget", "CHF 500.00"]];
  const button = { label: "Voir", url: "https://app.example/" };
  const { text } = renderMail({ lang: "fr", subject: "Lancée", body: [{ facts }], button }, brand);
  expect(text).toContain("Budget\u00a0: CHF 500.00");
  expect(text).toContain("Voir\u00a0:\nhttps://app.example/");
});

test("the heading breaks neither an amount nor before a colon; the subject has ordinary spaces", () => {
  const subject = "Confirmation\u00a0: CHF\u00a0540.50";
  const mail = renderMail({ lang: "fr", subject, body: ["Merci."] }, brand);
  expect(mail.html).toContain(">Confirmation\u00a0: CHF\u00a0540.50</h1>");
  expect(mail.subject).toBe("Confirmation : CHF 540.50");
});

test("the HTML names its language and escapes every text and address", () => {
  const { html, subject } = renderMail(content, brand);
  expect(subject).toBe("Konto <gesichert>");
  expect(html).toContain('<html lang="de">');
  for (const part of [
    "<title>Konto &lt;gesichert&gt;</title>",
    ">Konto &lt;gesichert&gt;</h1>",
    ">Ads &amp; More</a>",
    ">Guten Tag Anna &lt;b&gt;</p>",
    ">Sagt &quot;ja&quot;</p>",
    ">zwei &amp; drei</li>",
    ">CHF 1&#39;500.00</td>",
    ">Erste Zeile\n&lt;script&gt;alert(1)&lt;/script&gt;</blockquote>",
    'href="https://ads.example/?a=1&amp;b=2"',
    ">Drei Tage gültig.</p>",
    'href="https://ads.example/stop?id=1"',
  ]) {
    expect(html).toContain(part);
  }
});

test("mailboxes preview the preheader, or else the first paragraph", () => {
  const preview = (preheader?: string) =>
    /<div style="display:none[^>]*>(.*)<\/div>/.exec(
      renderMail({ ...content, ...(preheader ? { preheader } : {}) }, brand).html,
    )?.[1];
  expect(preview()).toBe("Sagt &quot;ja&quot;");
  expect(preview("5 Einblendungen")).toBe("5 Einblendungen");
});

test("replies go to the support address, and clients find the unsubscribe link", () => {
  expect(renderMail(content, brand)).toMatchObject({
    replyTo: "help@ads.example",
    unsubscribe: "https://ads.example/stop?id=1",
  });
});

test("a short mail of an operator without a support address contains only the operator's link and no greeting", () => {
  const mail = renderMail({ lang: "en", subject: "Test", body: ["It works."] }, { ...brand, replyTo: null });
  expect(mail.html.match(/href=/g)).toHaveLength(1);
  expect(mail.text).toBe("It works.\n\n-- \nSent by Ads & More, ads.example\n");
  expect(mail).not.toHaveProperty("replyTo");
});

test("greets a reader without a name", () => {
  expect(renderMail({ ...content, recipient: " " }, brand).text).toMatch(/^Guten Tag\n/);
});

test("removes a line break in a name from the subject", () => {
  const subject = "Approved: Spring\r\nBcc: all@example.com\u2028x";
  expect(renderMail({ ...content, subject }, brand).subject).toBe("Approved: Spring Bcc: all@example.com x");
});

test.each([
  ["Acme Ads <no-reply@acme.example>", "Acme Ads"],
  ['"Acme, Ads" <no-reply@acme.example>', "Acme, Ads"],
  ["no-reply@acme.example", "Litfass"],
  ["<no-reply@acme.example>", "Litfass"],
])("MAIL_FROM %s makes the operator %s", (mailFrom, operator) => {
  expect(mailBrandOf(defaultBrand({ mailFrom, mailReplyTo: null }), "https://acme.example").operator).toBe(operator);
});
