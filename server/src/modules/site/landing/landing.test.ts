import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
const pages: Record<"en" | "de", string> = { en: "", de: "" };
beforeAll(async () => {
  stack = await startStack();
  for (const language of ["en", "de"] as const) pages[language] = await textOf(`/${language}`);
});
afterAll(() => stack.close());

const open = (url: string, accept = "en") =>
  stack.app.inject({ url, headers: { "accept-language": accept, accept: "text/html" } });
/** The page with entities of apostrophes and quotation marks as characters. */
const textOf = async (url: string): Promise<string> =>
  (await open(url)).body.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
/** The HTML of a section, from its id to the end of the section. */
function section(language: "en" | "de", id: string): string {
  const found = new RegExp(`<section[^>]* id="${id}">[\\s\\S]*?</section>`).exec(pages[language])?.[0];
  if (!found) throw new Error(`There is no section ${id}`);
  return found;
}

describe("[PAGE-016] the language of the home page", () => {
  test("/en and /de are fixed, / has the browser's language, and no other segment is a language", async () => {
    expect(pages.en).toContain('<html lang="en">');
    expect(pages.de).toContain('<html lang="de">');
    expect((await open("/", "de-CH,de;q=0.9,en;q=0.5")).body).toContain('<html lang="de">');
    expect((await open("/", "fr")).body).toContain('<html lang="en">');
    for (const path of ["/fr", "/it", "/EN", "/no-such-page", "/fr/agency"]) {
      const answer = await open(path, "de");
      expect([answer.statusCode, answer.body.includes("Diese Seite gibt es nicht.")], path).toEqual([404, true]);
    }
    const english = await open("/en/no-such-page", "de");
    expect([english.statusCode, english.body.includes("This page does not exist.")]).toEqual([404, true]);
  });
});

test.each([
  ["[PUB-001] why", "why", "An ad nobody sees is not an ad.", "Werbung, die niemand sieht, ist keine."],
  ["[PUB-002] how it works", "how", "Draw the circle", "Kreis ziehen"],
  ["[PUB-005] success stories", "stories", "A painter fills the quiet months", "Ein Malerbetrieb füllt"],
  ["[PUB-007] about us", "contact", "About us", "Über uns"],
])("the landing page has the section %s", (_name, id, english, german) => {
  expect(section("en", id)).toContain(english);
  expect(section("de", id)).toContain(german);
});

test("[PUB-008] the contact section holds the form with name, e-mail, phone and message", () => {
  for (const language of ["en", "de"] as const) {
    const form = /<form[\s\S]*<\/form>/.exec(section(language, "contact"))?.[0] ?? "";
    expect(form).toContain(`method="post" action="/${language}/contact" data-api="/api/v1/frontend/contact"`);
    for (const name of ["name", "email", "phone", "message"])
      expect(form).toMatch(new RegExp(`<\\w+[^>]* name="${name}"`));
  }
});

test("[CLAIM-003] 70% guaranteed visibility stands next to the industry average of 50%", () => {
  expect(section("en", "why")).toMatch(/70% seen\. Guaranteed\.[\s\S]*industry average is 50%/);
  expect(section("de", "why")).toMatch(/70% gesehen\. Garantiert\.[\s\S]*Branchenschnitt liegt bei 50%/);
});

test("[PUB-003] [PKG-003] the pricing section has the three packages, from EUR/CHF 500 per month", () => {
  expect(section("en", "prices")).toContain("from EUR/CHF 500 per month");
  expect(section("de", "prices")).toContain("ab EUR/CHF 500 pro Monat");
  for (const language of ["en", "de"] as const) {
    const names = [...section(language, "prices").matchAll(/<h3>(\w+)/g)].map((match) => match[1]);
    expect(names).toEqual(["Starter", "Standard", "Advanced"]);
    for (const price of ["1'500", "4'500", "13'500"]) expect(section(language, "prices")).toContain(`CHF ${price}`);
  }
});

test("[PUB-004] [CONST-015] an FAQ entry gives the impressions of Starter, Growth and Advanced per 3-month booking", () => {
  for (const [language, booking] of [
    ["en", /booking of 3 months/],
    ["de", /Buchung über 3 Monate/],
  ] as const) {
    const entries = section(language, "faq").match(/<details[\s\S]*?<\/details>/g) ?? [];
    expect(entries.length).toBeGreaterThanOrEqual(5);
    const entry = entries.find((each) => each.includes("60K")) ?? "";
    expect(entry).toMatch(/Starter 60K.*Growth 180K.*Advanced 540K/);
    expect(entry).toMatch(booking);
  }
});

test("[PKG-002] the FAQ says that Growth is another name for the Standard package", () => {
  expect(section("en", "faq")).toContain("Growth is another name for the Standard package.");
  expect(section("de", "faq")).toContain("Growth ist ein anderer Name für das Paket Standard.");
});

test("[PUB-006] the case study is on the landing page and reachable by its footer", () => {
  for (const language of ["en", "de"] as const) {
    expect(pages[language]).toContain('id="case"');
    expect(pages[language]).toContain(`href="/${language}#case"`);
  }
  expect(pages.en).toContain("A bakery in Bern sells out on Saturdays.");
  expect(pages.de).toContain("Eine Bäckerei in Bern ist samstags ausverkauft.");
});

test("[AGENCY-001] the landing page and the agency page name the five benefits", async () => {
  const benefits = {
    en: ["Bulk campaigns", "Third-party audiences", "Own publisher whitelists", "Remarketing", "Advertising cost subs"],
    de: [
      "Sammelkampagnen",
      "Zielgruppen von Drittanbietern",
      "Eigene Publisher-Positivlisten",
      "Remarketing",
      "Werbekost",
    ],
  };
  const advisers = { en: /account manager/i, de: /Kundenbetreuung/ };
  for (const language of ["en", "de"] as const) {
    const page = await textOf(`/${language}/agency`);
    expect(page).toMatch(advisers[language]);
    for (const benefit of benefits[language]) {
      expect(section(language, "help")).toContain(benefit);
      expect(page).toContain(`<h2>${benefit}`);
    }
  }
});

test("[SVC-001] the landing page and the bundle's page describe its four parts", async () => {
  const parts = {
    en: ["Search ads", "Social media campaigns", "Tag manager and analytics setup", "Live combined reporting"],
    de: ["Suchanzeigen", "Social-Media-Kampagnen", "Einrichtung von Tag Manager", "Gemeinsames Live-Reporting"],
  };
  for (const language of ["en", "de"] as const) {
    const page = await textOf(`/${language}/services`);
    for (const part of parts[language]) {
      expect(section(language, "help")).toContain(part);
      expect(page).toContain(`<h2>${part}`);
    }
  }
});

test("[SVC-003] the bundle's button opens the contact form with the bundle in the message", async () => {
  for (const [language, bundle] of [
    ["en", "service bundle"],
    ["de", "Servicepaket"],
  ] as const) {
    for (const page of [`/${language}`, `/${language}/services`]) {
      const link = /href="([^"]*\?about=services)#contact"/.exec(await textOf(page))?.[1] ?? "";
      const opened = await textOf(link);
      expect(/<textarea[^>]*>([^<]*)<\/textarea>/.exec(opened)?.[1]).toContain(bundle);
    }
    const other = await textOf(`/${language}?about=%3Cscript%3E`);
    expect(/<textarea[^>]*>([^<]*)<\/textarea>/.exec(other)?.[1]).toBe("");
  }
});

test("[PUB-009] both languages have their own text everywhere, without keys, and mark the examples as invented", () => {
  for (const language of ["en", "de"] as const) {
    const text = pages[language].replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, " ");
    expect(text).not.toMatch(/lorem|\b[a-z]+\.[a-z]+\.[a-z]+\b|\{\w+\}|undefined/i);
  }
  expect(section("en", "stories")).toContain("The businesses are invented");
  expect(section("de", "stories")).toContain("Die Betriebe sind erfunden");
  const texts = (page: string): Set<string> =>
    new Set([...page.matchAll(/<(?:p|h\d|summary)[^>]*>([^<]{25,})</g)].map((match) => match[1] ?? ""));
  const german = texts(pages.de);
  expect(german.size).toBeGreaterThan(40);
  expect([...german].filter((text) => !text.startsWith("©") && texts(pages.en).has(text))).toEqual([]);
});
