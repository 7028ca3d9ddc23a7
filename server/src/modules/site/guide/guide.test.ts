import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Language, languages } from "@litfass/contract/kernel/language";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { guideFile, guideNames, guidePictures, parseGuide, readGuide } from "./guide-contents.ts";
import { guidePaths } from "./guide-pages.ts";
import { smallOf } from "./guide-pictures.ts";
import { searchGuide } from "./search-guide.ts";

let stack: Stack;
/** The HTML of every page in every language, by address. */
const pages = new Map<string, string>();
beforeAll(async () => {
  stack = await startStack();
  const boss = await stack.signIn("super_admin");
  const { version } = (await boss.get("/settings/operator")).body.languages;
  const input = { version, note: "All", settings: { offered: [...languages] } };
  expect((await boss.put("/settings/operator/languages", input)).status).toBe(200);
  for (const language of languages) {
    for (const at of guidePaths) {
      const answer = await open(`/${language}${at}`);
      expect(answer.statusCode, at).toBe(200);
      pages.set(`/${language}${at}`, answer.body);
    }
  }
});
afterAll(() => stack.close());

const open = (url: string) => stack.app.inject({ url, headers: { accept: "text/html" } });
const articleOf = (page: string): string => /<main id="main">([\s\S]*)<\/main>/.exec(page)?.[1] ?? "";

/** Pages that only some languages have; the others show them in English. */
const isTranslated = (at: string): boolean => {
  const language = languages.find((each) => at === `/${each}/docs/changelog`);
  return language === undefined || existsSync(guideFile("changelog", language));
};

test("every page of the guide has a title, a description and a canonical address in every language", () => {
  const titles = new Set<string>();
  for (const [at, page] of pages) {
    expect(page, at).toContain(`<html lang="${at.slice(1, 3)}">`);
    expect(page, at).toContain(`<link rel="canonical" href="http://localhost:8080${at}">`);
    expect(page, at).toMatch(/<meta name="description" content="[^"]{30,}">/);
    expect(/<article class="text" lang="en">/.test(page), at).toBe(!isTranslated(at));
    expect(/<p class="lead">([^<]+)<\/p>/.exec(page)?.[1], at).not.toMatch(/[`*_[\]]/);
    titles.add(/<title>([^<]+)<\/title>/.exec(page)?.[1] ?? "");
  }
  // "API" and the like are the same in several languages.
  expect(titles.size).toBeGreaterThan(guidePaths.length * languages.length * 0.85);
});

test("every link in the guide leads to a page or a heading that exists", async () => {
  const targets = new Set<string>();
  for (const [at, page] of pages) {
    for (const [, href = ""] of articleOf(page).matchAll(/href="([^"]+)"/g)) {
      if (!href.startsWith("http")) targets.add(href.startsWith("#") ? `${at}${href}` : href);
    }
  }
  expect(targets.size).toBeGreaterThan(guidePaths.length * 2);
  for (const target of targets) {
    const [url = "", anchor] = target.split("#");
    const answer = await open(url);
    expect(answer.statusCode, target).toBe(200);
    if (anchor) expect(answer.body, target).toContain(`id="${anchor}"`);
  }
});

test("every picture in the guide exists, has a size and a description, and none is left over", async () => {
  const readme = readFileSync(path.join(guidePictures, "../../../README.md"), "utf8");
  const inReadme = [...readme.matchAll(/\(docs\/guide\/pictures\/([^)]+)\)/g)].map(([, name = ""]) => name);
  const shown = new Set(inReadme.flatMap((name) => [name, smallOf(name)]));
  for (const [at, page] of pages) {
    for (const [image, src = ""] of articleOf(page).matchAll(/<img src="([^"]+)"[^>]*>/g)) {
      expect(image, at).toMatch(/alt="[^"]{5,}"/);
      expect(image, at).toMatch(/width="\d+" height="\d+" loading="lazy"/);
      const [, sources = ""] = /srcset="([^"]+)"/.exec(image) ?? [];
      const addresses = sources.split(", ").map((each) => each.split(" "));
      expect(addresses[0]?.[0]).toBe(src);
      for (const [address = "", width] of addresses) {
        const { statusCode, headers, rawPayload } = await open(address);
        expect([statusCode, headers["content-type"]], address).toEqual([200, "image/webp"]);
        expect(`${(await sharp(rawPayload).metadata()).width}w`, address).toBe(width);
        shown.add(address.replace(/^\/docs\/pictures\/[0-9a-f]{10}-/, ""));
      }
    }
  }
  expect(
    readdirSync(guidePictures)
      .filter((name) => name.endsWith(".webp"))
      .sort(),
  ).toEqual([...shown].sort());
});

test("a page that nobody has translated is shown in English and says so", async () => {
  const page = (await open("/fr/docs/changelog")).body;
  expect(page).toContain("Cette page n&#39;existe qu&#39;en anglais.");
  expect(page).toContain('<article class="text" lang="en">');
  expect(page).toContain("<h1>Changelog</h1>");
});

/** Every text of the app and of the landing page. */
function labelsIn(language: Language): Set<string> {
  const folders = ["../../../../../web/src/i18n", "../landing/texts"].map((each) =>
    path.join(import.meta.dirname, each),
  );
  const [app = "", landing = ""] = folders;
  const files = readdirSync(path.join(app, language)).map((name) => path.join(app, language, name));
  const labels = new Set<string>();
  const collect = (texts: object): void => {
    for (const text of Object.values(texts)) typeof text === "string" ? labels.add(text) : collect(text);
  };
  for (const file of [...files, path.join(landing, `${language}.json`)])
    collect(JSON.parse(readFileSync(file, "utf8")));
  return labels;
}

test.each(languages)("every label in bold on the pages in %s is on a screen in that language", (language) => {
  const labels = labelsIn(language);
  const wrong = guideNames
    .filter((name) => name !== "changelog" && existsSync(guideFile(name, language)))
    .flatMap((name) =>
      [...readFileSync(guideFile(name, language), "utf8").matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, label = ""]) => label.replaceAll(/\s+/g, " "))
        .filter((label) => !labels.has(label))
        .map((label) => `${name}: ${label}`),
    );
  expect(wrong).toEqual([]);
});

describe("the search", () => {
  const guide = readGuide();
  const first = (language: Language, query: string) => {
    const [hit] = searchGuide(guide, language, query);
    return hit && `${hit.name}#${hit.anchor}`;
  };

  test.each([
    ["en", "reverse charge", "budget#ways-to-pay"],
    ["en", "REFUND", "books#refunds"],
    ["de", "QR-Rechnung", "budget#zahlungsarten"],
    ["de", "RUCKZAHLUNG", "books#ruckzahlungen"],
    ["fr", "visibilite garantie", "budget#la-garantie-de-visibilite"],
    ["it", "filiale foglio", undefined],
    ["it", "carta qr", "budget#modi-di-pagare"],
  ] as const)("in %s for %s finds %s", (language, query, expected) => {
    expect(first(language, query)).toBe(expected);
  });

  test("needs every word, ignores short ones, and has a bound", () => {
    expect(searchGuide(guide, "en", "campaign xylophone")).toEqual([]);
    expect(searchGuide(guide, "en", " . a ")).toEqual([]);
    expect(searchGuide(guide, "en", "the").length).toBe(20);
  });

  test("marks the words and keeps the text around them", () => {
    const [hit] = searchGuide(guide, "en", "idempotency key");
    expect(hit?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase())).toContain(
      "idempotency",
    );
    const text = hit?.excerpt.map((part) => part.text).join("") ?? "";
    expect(text.length).toBeLessThan(200);
    expect(readFileSync(guideFile("api", "en"), "utf8").replaceAll(/[`\s]+/g, " ")).toContain(
      text
        .replaceAll(/^… | …$/g, "")
        .slice(0, 60)
        .trim(),
    );
  });

  test("is a page without scripts, escapes the query and is not listed by search engines", async () => {
    const found = (await open("/de/docs/search?q=budget")).body;
    expect(found).toContain('<meta name="robots" content="noindex">');
    expect(found).toMatch(/<a href="\/de\/docs\/budget">/);
    expect(found).toContain("<mark>Budget</mark>");
    const none = (await open(`/en/docs/search?q=${encodeURIComponent('<b>"x')}`)).body;
    expect(none).toContain("Nothing found for “&lt;b&gt;&quot;x”.");
    expect((await open(`/en/docs/search?q=${"x".repeat(5000)}`)).statusCode).toBe(200);
    expect((await open("/en/docs/search?q=a&q=b")).statusCode).toBe(200);
    expect((await open("/en/docs")).body).toContain('action="/en/docs/search"');
  });
});

test("the guide is in the sitemap and the footer, and unknown pages of it are not found", async () => {
  const sitemap = (await open("/sitemap.xml")).body;
  for (const at of guidePaths) expect(sitemap).toContain(`<loc>http://localhost:8080/de${at}</loc>`);
  expect((await open("/en")).body).toContain('<a href="/en/docs">Documentation</a>');
  expect((await open("/en/docs/nothing")).statusCode).toBe(404);
});

test("every file of the guide is a page, in every language", () => {
  for (const language of languages) {
    const names = readdirSync(path.dirname(guideFile("budget", language))).map((name) => name.replace(/\.md$/, ""));
    const expected = guideNames.filter((name) => language === "de" || name !== "changelog");
    expect(names.sort()).toEqual([...expected].sort());
  }
});

test("both changelogs have the same releases", () => {
  const releases = (language: "en" | "de") =>
    [...(readGuide().get("changelog")?.get(language)?.text ?? "").matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(releases("en").length).toBeGreaterThan(0);
  expect(releases("de")).toEqual(releases("en"));
});

test("a page begins with its title and a paragraph", () => {
  expect(parseGuide("# Title\n\nTwo\nlines.\n\nThe rest.\n", "en")).toMatchObject({
    title: "Title",
    lead: "Two lines.",
  });
  expect(() => parseGuide("No title", "en")).toThrow("begins with a title");
});
