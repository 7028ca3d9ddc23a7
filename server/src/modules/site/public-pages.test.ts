import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sessionCookie } from "@litfass/platform/http/cookies";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { openSession } from "../identity/index.ts";
import { listedPages } from "./seo/search-engine-files.ts";

const dist = mkdtempSync(path.join(os.tmpdir(), "litfass-dist-"));
cpSync(path.resolve(import.meta.dirname, "../../../../web/public/theme.js"), path.join(dist, "theme.js"));
writeFileSync(path.join(dist, "index.html"), "<!doctype html><title>App</title>");

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ webDist: dist, env: { SELLER_NAME: "</script><b>Litfass" } });
});
afterAll(async () => {
  await stack.close();
  rmSync(dist, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = {}) =>
  stack.app.inject({ url, headers: { "accept-language": "en", accept: "text/html", ...headers } });

/** The scripts that a page contains, without data. */
const inlineScripts = (body: string): string[] =>
  [...body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? "");
const policyOf = (headers: Record<string, unknown>, directive: "script-src" | "style-src"): string =>
  new RegExp(`${directive} ([^;]*);`).exec(String(headers["content-security-policy"]))?.[1] ?? "";
const scriptPolicy = (headers: Record<string, unknown>): string => policyOf(headers, "script-src");
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("no public page sets a cookie or contains inline code but for its style and the theme's script, and each has a title and a description", async () => {
  for (const page of listedPages) {
    for (const path of [page, `/en${page === "/" ? "" : page}`, `/de${page === "/" ? "" : page}`]) {
      const { statusCode, headers, body } = await open(path);
      expect(statusCode, path).toBe(200);
      expect(headers["set-cookie"], path).toBeUndefined();
      const scripts = inlineScripts(body);
      expect(scripts, path).toEqual([expect.stringContaining("dataset.theme")]);
      expect(scriptPolicy(headers)).toBe(`'self' ${hashOf(scripts[0] ?? "")}`);
      const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? "";
      expect(policyOf(headers, "style-src")).toBe(`'self' ${hashOf(style)}`);
      const rest = body.replace(`<script>${scripts[0]}</script>`, "").replace(`<style>${style}</style>`, "");
      expect(rest, path).not.toMatch(/<script(?![^>]*( src=|application\/ld\+json))|<style| style=| on\w+="/);
      expect(body).toMatch(/<title>.{10,}<\/title><meta name="description" content=".{20,}">/);
    }
  }
});

test("pages allow the theme's script, errors included; answers without a page do not", async () => {
  const { headers, body } = await open("/nowhere");
  expect(scriptPolicy(headers)).toBe(`'self' ${hashOf(inlineScripts(body)[0] ?? "")}`);
  for (const path of ["/api/v1/site/status", "/theme.js"]) {
    expect(scriptPolicy((await open(path)).headers), path).toBe("'self'");
  }
});

test("only pages with a form of their own load the script", async () => {
  const loads = async (path: string) => (await open(path)).body.includes('<script src="/site/site-');
  for (const path of ["/en", "/en/contact", "/en/try"]) expect(await loads(path), path).toBe(true);
  for (const path of ["/en/agency", "/en/terms", "/en/docs"]) expect(await loads(path), path).toBe(false);
});

test("the theme's script sets the stored scheme, else the system's", async () => {
  const [script = ""] = inlineScripts((await open("/en")).body);
  const themeOf = (stored: string | null | Error, systemIsDark: boolean): string | undefined => {
    const document = { documentElement: { dataset: {} as { theme?: string } } };
    const getItem = () => {
      if (stored instanceof Error) throw stored;
      return stored;
    };
    const run = new Function("localStorage", "matchMedia", "document", script);
    run({ getItem }, () => ({ matches: systemIsDark }), document);
    return document.documentElement.dataset.theme;
  };
  expect(themeOf("1", false)).toBe("dark");
  expect(themeOf("0", true)).toBe("light");
  expect(themeOf(null, true)).toBe("dark");
  expect(themeOf(new Error("storage is off"), false)).toBe("light");
});

test("each page names its canonical address and its languages", async () => {
  const origin = stack.platform.config.publicUrl;
  const { body } = await open("/agency", { "accept-language": "de" });
  expect(body).toContain(`<link rel="canonical" href="${origin}/agency">`);
  expect((await open("/de/agency")).body).toContain(`<link rel="canonical" href="${origin}/de/agency">`);
  for (const [lang, path] of [
    ["en", "/en/agency"],
    ["de", "/de/agency"],
    ["x-default", "/agency"],
  ]) {
    expect(body).toContain(`<link rel="alternate" hreflang="${lang}" href="${origin}${path}">`);
  }
  const picture = /og:image" content="([^"]+)"/.exec(body)?.[1] ?? "";
  const answer = await open(new URL(picture).pathname);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
});

test("the landing page describes operator, packages and questions to machines, and texts cannot end the script", async () => {
  const { body } = await open("/en");
  const found = [...body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  const data = found.map((match) => JSON.parse(match[1] ?? ""));
  expect(data.map((each) => each["@type"])).toEqual(["Organization", "Service", "FAQPage"]);
  expect(data[0].name).toBe("</script><b>Litfass");
  expect(data[1].offers.map((offer: { name: string; price: number }) => [offer.name, offer.price])).toContainEqual([
    "Starter",
    500,
  ]);
  expect(data[2].mainEntity.length).toBeGreaterThan(4);
  expect(body).not.toContain("<b>Litfass");
});

test("the sitemap lists every page in both languages, and robots.txt names it", async () => {
  const origin = stack.platform.config.publicUrl;
  expect((await open("/robots.txt")).body).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const sitemap = await open("/sitemap.xml");
  expect(sitemap.headers["content-type"]).toContain("application/xml");
  const urls = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? "");
  expect(urls).toHaveLength(listedPages.length * 2);
  for (const url of urls) expect((await open(new URL(url).pathname)).statusCode, url).toBe(200);
});

test("a signed-in user finds the way to the dashboard", async () => {
  await stack.signIn({ uid: "visits-home", role: "customer" });
  const session = await openSession(stack.platform, "visits-home");
  const { body } = await stack.app.inject({ url: "/en", cookies: { [sessionCookie]: session } });
  expect(body).toContain('href="/dashboard"');
  expect((await open("/en")).body).not.toContain('href="/dashboard"');
});

test("an unknown address is a page of its own for browsers, and JSON for programs", async () => {
  const page = await open("/nowhere", { "accept-language": "de" });
  expect([page.statusCode, page.body.includes("Diese Seite gibt es nicht.")]).toEqual([404, true]);
  expect(page.body).toContain('<meta name="robots" content="noindex">');
  const program = await open("/nowhere", { accept: "application/json" });
  expect([program.statusCode, program.json().code]).toEqual([404, "not_found"]);
});

test("the landing page is compressed and small", async () => {
  const plain = await open("/en");
  const packed = await open("/en", { "accept-encoding": "gzip, br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(packed.rawPayload.length).toBeLessThan(30_000);
});
