import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { guideFile, guideNames, guidePictures, parseGuide, readGuide } from "./guide-contents.ts";
import { guidePaths } from "./guide-pages.ts";

let stack: Stack;
/** The HTML of every page in both languages, by address. */
const pages = new Map<string, string>();
beforeAll(async () => {
  stack = await startStack();
  for (const language of ["en", "de"]) {
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

test("every page of the guide has a title, a description and a canonical address in English and German", () => {
  const titles = new Set<string>();
  for (const [at, page] of pages) {
    expect(page, at).toContain(`<html lang="${at.slice(1, 3)}">`);
    expect(page, at).toContain(`<link rel="canonical" href="http://localhost:8080${at}">`);
    expect(page, at).toMatch(/<meta name="description" content="[^"]{30,}">/);
    expect(page, at).not.toContain("This page has not been translated");
    expect(/<p class="lead">([^<]+)<\/p>/.exec(page)?.[1], at).not.toMatch(/[`*_[\]]/);
    titles.add(/<title>([^<]+)<\/title>/.exec(page)?.[1] ?? "");
  }
  // "API" and the like are the same in both languages.
  expect(titles.size).toBeGreaterThan(guidePaths.length * 1.7);
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
  const shown = new Set<string>();
  for (const [at, page] of pages) {
    for (const [image, src = ""] of articleOf(page).matchAll(/<img src="([^"]+)"[^>]*>/g)) {
      expect(image, at).toMatch(/alt="[^"]{5,}"/);
      expect(image, at).toMatch(/width="\d+" height="\d+"/);
      const answer = await open(src);
      expect([answer.statusCode, answer.headers["content-type"]], src).toEqual([200, "image/png"]);
      shown.add(src.replace(/^\/docs\/pictures\/[0-9a-f]{10}-/, ""));
    }
  }
  expect(
    readdirSync(guidePictures)
      .filter((name) => name.endsWith(".png"))
      .sort(),
  ).toEqual([...shown].sort());
});

test("a page that nobody has translated is shown in English and says so", async () => {
  const { version } = (await (await stack.signIn("super_admin")).get("/settings/operator")).body.languages;
  const offered = ["en", "de", "fr", "it"];
  const boss = await stack.signIn("super_admin");
  await boss.put("/settings/operator/languages", { version, note: "All", settings: { offered } });
  const page = (await open("/fr/docs/budget")).body;
  expect(page).toContain("Cette page n&#39;est pas encore traduite.");
  expect(page).toContain('<article class="text" lang="en">');
  expect(page).toContain("<h1>Budget and payments</h1>");
});

test("the guide is in the sitemap and the footer, and unknown pages of it are not found", async () => {
  const sitemap = (await open("/sitemap.xml")).body;
  for (const at of guidePaths) expect(sitemap).toContain(`<loc>http://localhost:8080/de${at}</loc>`);
  expect((await open("/en")).body).toContain('<a href="/en/docs">Documentation</a>');
  expect((await open("/en/docs/nothing")).statusCode).toBe(404);
});

test("every file of the guide is a page", () => {
  for (const language of ["en", "de"] as const) {
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
