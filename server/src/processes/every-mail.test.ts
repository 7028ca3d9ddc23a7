import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "@litfass/contract/kernel/language";
import { defaultBrand } from "@litfass/contract/settings/default-settings";
import { type MailContent, mailBrandOf } from "@litfass/platform/mail/mail-content";
import { renderMail } from "@litfass/platform/mail/render-mail";
import { testMail } from "@litfass/platform/mail/test-mail";
import { describe, expect, test } from "vitest";
import * as billing from "../modules/billing/mails.ts";
import * as campaigns from "../modules/campaigns/mails.ts";
import * as creatives from "../modules/creatives/mails.ts";
import * as identity from "../modules/identity/mails.ts";
import * as publishers from "../modules/publishers/mails.ts";
import * as reporting from "../modules/reporting/mails.ts";
import { sampleMails } from "../testing/sample-mails.ts";

const modules = { billing, campaigns, creatives, identity, publishers, reporting };
const brand = mailBrandOf(
  defaultBrand({ mailFrom: "Litfass <no-reply@ads.example>", mailReplyTo: "help@ads.example" }),
  "https://ads.example",
);
/** User input: HTML, placeholders, and a line break that could end a header. */
const hostile = `</p><img src=x onerror="alert('1')">{name}\r\nBcc: all@example.com`;
const escaped = "&lt;/p&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;{name}";

/** Our catalogs contain no user values, so remaining placeholders are ours. */
const withoutHostile = (text: string): string => text.replaceAll("{name}", "");

describe.each(languages)("in %s", (lang) => {
  test.each(sampleMails(lang, hostile))("%s is complete, has a text part, and escapes user input", (name, content) => {
    const mail = renderMail(content, brand);
    expect(content.lang).toBe(lang);
    expect(mail.subject).not.toBe("");
    expect(mail.subject).not.toMatch(/[\r\n]/);
    for (const part of [mail.subject, mail.text, mail.html.replace(/<style>[\s\S]*?<\/style>/, "")]) {
      expect(withoutHostile(part)).not.toMatch(/\{\w+\}|\bundefined\b|\bNaN\b|\[object|\bnull\b/);
    }
    expect(mail.html).toContain(`<html lang="${lang}">`);
    expect(mail.html).not.toContain("<img");
    expect(mail.html.includes(escaped) || !mail.text.includes("Bcc")).toBe(true);
    expect(mail.text).toContain("help@ads.example");
    if (content.button) {
      expect(mail.text).toContain(content.button.url);
      expect(mail.html).toContain('class="button"');
    }
    expect(name).not.toBe("");
  });

  test("no mail text is identical in two languages", () => {
    const [other] = languages.filter((each) => each !== lang);
    const others = new Map(sampleMails(other ?? "en", "Anna"));
    const paragraphs = (content: MailContent | undefined) =>
      (content?.body ?? []).filter((block): block is string => typeof block === "string" && block.includes(" "));
    for (const [name, content] of sampleMails(lang, "Anna")) {
      const shared = paragraphs(content).filter((text) => paragraphs(others.get(name)).includes(text));
      expect(shared, name).toEqual([]);
    }
  });
});

test("the samples contain every mail that a module can send", () => {
  const builders = Object.values(modules).flatMap((module) => Object.keys(module));
  const shown = new Set(sampleMails("en", "Anna").map(([name]) => name.split(" ")[0]));
  expect([...builders, testMail.name].filter((name) => !shown.has(name))).toEqual([]);
});

test("mails are composed in a module's mails.ts and sent only by sendMail", () => {
  const sources = path.join(import.meta.dirname, "..");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing"),
  );
  const direct = files.filter((file) =>
    /mailer\s*\.\s*send\(|renderMail\(/.test(readFileSync(path.join(sources, file), "utf8")),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(direct).toEqual([]);
});
