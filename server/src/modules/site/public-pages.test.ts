import { sessionCookie } from "@litfass/platform/http/cookies";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { openSession } from "../identity/index.ts";
import { listedPages } from "./seo/search-engine-files.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { SELLER_NAME: "</script><b>Litfass" } });
});
afterAll(() => stack.close());

const open = (url: string, headers: Record<string, string> = {}) =>
  stack.app.inject({ url, headers: { "accept-language": "en", accept: "text/html", ...headers } });

test("no public page sets a cookie or contains inline code, and each has a title and a description", async () => {
  for (const page of listedPages) {
    for (const path of [page, `/en${page === "/" ? "" : page}`, `/de${page === "/" ? "" : page}`]) {
      const { statusCode, headers, body } = await open(path);
      expect(statusCode, path).toBe(200);
      expect(headers["set-cookie"], path).toBeUndefined();
      expect(headers["content-security-policy"]).toContain("script-src 'self';");
      expect(body, path).not.toMatch(/<script(?![^>]*( src=|application\/ld\+json))|<style| style=| on\w+="/);
      expect(body).toMatch(/<title>.{10,}<\/title><meta name="description" content=".{20,}">/);
    }
  }
});

test("each page names its canonical address and its languages", async () => {
  const origin = stack.platform.config.publicUrl;
  const { body } = await open("/agency", { "accept-language": "de" });
  expect(body).toContain(`<link rel="canonical" href="${origin}/de/agency">`);
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
  const style = /href="(\/site\/site-\w+\.css)"/.exec(plain.body)?.[1] ?? "";
  const { headers, rawPayload } = await open(style);
  expect(headers["cache-control"]).toContain("immutable");
  expect(packed.rawPayload.length + rawPayload.length).toBeLessThan(100_000);
});
