import { defaultSettings } from "@litfass/contract/settings/default-settings";
import { expect, test } from "vitest";
import { someAgent, testAdServer, testSnapshot } from "../../testing/testing-ad-server.ts";

/** Whether a page gets an ad, within so many tries that the draw of a new placement accepts one. */
async function isServed(tagDomains: string[], referer: string | undefined, query = ""): Promise<boolean> {
  const adServer = testAdServer([testSnapshot()], { tagDomains });
  const headers = { "user-agent": someAgent, ...(referer === undefined ? {} : { referer }) };
  for (let tries = 0; tries < 60; tries += 1) {
    adServer.clock.advance(60_000);
    const { status, body } = await adServer.call("GET", `/frame?w=300&h=250${query}`, { headers });
    expect(status).toBe(200);
    if (String(body).includes("data-litfass-ad")) return true;
  }
  return false;
}

test.each([
  ["https://news.example/article", true],
  ["https://www.news.example:8443/", true],
  ["http://a.b.news.example/", true],
  ["https://news.example./article", true],
  ["https://www.news.example.:8443/", true],
  ["https://news.example../", false],
  ["https://othernews.example/", false],
  ["https://news.example.evil.test/", false],
  ["https://evil.test/?https://news.example/", false],
  ["https://example/", false],
  ["no address", false],
])("the tag shows ads on listed sites and below them: %s %s", async (referer, isListed) => {
  expect(await isServed(["news.example"], referer)).toBe(isListed);
});

test("a page that hides its address cannot name another one, and no site is listed by default", async () => {
  expect(await isServed(["news.example"], undefined, "&page=https://news.example/")).toBe(false);
  expect(await isServed([], "https://news.example/")).toBe(false);
  const configured = {
    mailFrom: "a@b.example",
    mailReplyTo: null,
    production: false,
    currencyRates: { asOfOn: "2026-01-01", perFranc: {} },
  };
  expect(defaultSettings(configured).publishers.sites).toEqual([]);
});

test("a refused page is counted by its reason, and no auction takes place", async () => {
  const adServer = testAdServer([testSnapshot()], { tagDomains: ["news.example"] });
  const { noBids } = adServer.instance.metrics;
  const headers = { "user-agent": someAgent, referer: "https://copy.example/" };
  const { body } = await adServer.call("GET", "/frame?w=300&h=250", { headers });
  expect(noBids.of("unlisted_site").count).toBe(1);
  expect(String(body)).toContain("the operator has not listed this site");
  expect(adServer.events).toEqual([]);
});
