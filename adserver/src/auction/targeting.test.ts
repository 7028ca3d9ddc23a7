import type { SnapshotTargeting } from "@litfass/contract/adserver/snapshot";
import { describe, expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";

const served = async (targeting: Partial<SnapshotTargeting>, changes: Record<string, unknown> = {}) =>
  (await testAdServer([testSnapshot({ targeting })]).bid(testRequest(changes))).status === 200;

const device = (geo: Record<string, unknown>) => ({
  device: {
    ua: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    language: "fr-CH",
    geo,
  },
});

test("[AGENCY-003] [AGENCY-004] a campaign for an audience is served only to visitors with its segment ID", async () => {
  const audiences = ["1145", "p-77"];
  const visitor = (...ids: string[]) => ({ user: { id: "v", data: [{ segment: ids.map((id) => ({ id })) }] } });
  expect(await served({ audiences }, visitor("9", "p-77"))).toBe(true);
  expect(await served({ audiences }, visitor("9", "114"))).toBe(false);
  expect(await served({ audiences })).toBe(false);
});

const app = (more: Record<string, unknown>) => ({ site: undefined, app: { bundle: "com.news.app", ...more } });

describe("targeting", () => {
  const bern = { latitude: 46.948, longitude: 7.447 };
  test.each<[string, Partial<SnapshotTargeting>, Record<string, unknown>, boolean]>([
    ["country by alpha-3", { countries: ["CH"] }, {}, true],
    ["other country", { countries: ["DE"] }, {}, false],
    ["region without its country", { regions: ["CH-ZH"] }, {}, true],
    ["other region", { regions: ["CH-BE"] }, {}, false],
    [
      "city without accents",
      { cities: [{ name: "Zurich", country: "CH", latitude: 47.37, longitude: 8.55 }] },
      {},
      true,
    ],
    [
      "city by coordinates",
      { cities: [{ name: "Bern", country: "CH", ...bern }] },
      device({ country: "CH", lat: 46.95, lon: 7.45 }),
      true,
    ],
    ["radius inside", { radii: [{ ...bern, radiusKm: 30 }] }, device({ country: "CH", lat: 46.755, lon: 7.63 }), true],
    ["radius outside", { radii: [{ ...bern, radiusKm: 30 }] }, device({ country: "CH", lat: 47.37, lon: 8.54 }), false],
    ["radius without a known place", { radii: [{ ...bern, radiusKm: 30 }] }, device({ country: "CH" }), false],
    ["hour of the week in the campaign's time zone", { hours: [10] }, {}, true],
    ["another hour", { hours: [9, 11, 34] }, {}, false],
    ["zip with its country", { zips: ["CH 8001"] }, device({ country: "CH", zip: "8001" }), true],
    ["the same zip elsewhere", { zips: ["AT 6900"] }, device({ country: "CH", zip: "6900" }), false],
    ["zip", { zips: ["8001"] }, device({ country: "CH", zip: "8001" }), true],
    ["one place of several kinds", { countries: ["DE"], zips: ["8001"] }, device({ country: "CH", zip: "8001" }), true],
    ["device and browser", { devices: ["smartphone"], browsers: ["safari"] }, device({}), true],
    ["other device", { devices: ["tablet"] }, device({}), false],
    ["language", { languages: ["fr"] }, device({}), true],
    ["other language", { languages: ["de"] }, device({}), false],
    ["environment", { environments: ["app"] }, {}, false],
    ["parent category", { categories: ["IAB12"] }, { site: { domain: "a.example", cat: ["IAB12-3"] } }, true],
    ["child category", { categories: ["IAB12-2"] }, { site: { domain: "a.example", cat: ["IAB12"] } }, false],
    [
      "keyword in the address",
      { keywords: ["garden party"] },
      { site: { page: "https://a.example/the-garden-party.html" } },
      true,
    ],
    [
      "keyword of five words",
      { keywords: ["the best garden party ever"] },
      app({ keywords: "The best garden party ever" }),
      true,
    ],
    ["keyword or category", { keywords: ["nothing"], categories: ["IAB12"] }, {}, true],
    ["audience", { audiences: ["seg-7"] }, { user: { id: "v", data: [{ segment: [{ id: "seg-7" }] }] } }, true],
    ["outside the audience", { audiences: ["seg-7"] }, {}, false],
    ["age", { ages: ["35-44"] }, { user: { id: "v", yob: 1988 } }, true],
    ["unknown age is a choice", { ages: ["unknown"] }, {}, true],
    ["gender", { genders: ["female"] }, { user: { id: "v", gender: "M" } }, false],
    ["both genders are no restriction", { genders: ["female", "male"] }, {}, true],
    ["income", { incomes: ["top_10"] }, { user: { data: [{ segment: [{ id: "household_income:top_10" }] }] } }, true],
    [
      "whitelisted domain and its subdomains",
      { siteAllow: ["a.example"] },
      { site: { domain: "www.m.a.example" } },
      true,
    ],
    ["[AGENCY-005] outside the whitelist", { siteAllow: ["a.example"] }, { site: { domain: "b.example" } }, false],
    ["app by its bundle", { siteAllow: ["com.news.app"], environments: ["app"] }, app({}), true],
    ["blocked app", { siteBlock: ["com.news.app"] }, app({}), false],
    ["an app is no website", { environments: ["web"] }, app({}), false],
    ["keyword of an app", { keywords: ["balcony"] }, app({ keywords: "garden,Balcony" }), true],
    ["keyword of an app's content", { keywords: ["balcony"] }, app({ content: { kwarray: ["balcony"] } }), true],
    ["title of the content", { keywords: ["spring garden"] }, app({ content: { title: "A spring garden" } }), true],
    ["topic of the content", { categories: ["IAB10"] }, app({ content: { cat: ["IAB10-4"] } }), true],
    ["topic of the section", { categories: ["IAB10"] }, { site: { domain: "a.example", sectioncat: ["IAB10"] } }, true],
    ["language of the content before the device's", { languages: ["it"] }, app({ content: { language: "it" } }), true],
    ["language by its BCP 47 name", { languages: ["fr"] }, { device: { langb: "fr-CH" } }, true],
    ["another by its BCP 47 name", { languages: ["fr"] }, { device: { langb: "de-CH" } }, false],
    ["content's language by that name", { languages: ["it"] }, app({ content: { langb: "it-CH" } }), true],
    ["the plain name goes first", { languages: ["de"] }, { device: { language: "de", langb: "fr-CH" } }, true],
    ["keyword of the visitor", { keywords: ["sailing"] }, { user: { id: "v", keywords: "sailing, boats" } }, true],
    ["blocked domain", { siteBlock: ["example.com"] }, { site: { domain: "x.example.com" } }, false],
  ])("%s", async (_, targeting, changes, isServed) => {
    expect(await served(targeting, changes)).toBe(isServed);
  });

  test("without consent neither segments nor the exact location are used", async () => {
    const regs = { gdpr: 1 };
    expect(await served({ audiences: ["s"] }, { regs, user: { data: [{ segment: [{ id: "s" }] }] } })).toBe(false);
    expect(
      await served(
        { radii: [{ ...bern, radiusKm: 5 }] },
        { regs, ...device({ country: "CH", lat: 46.948, lon: 7.447 }) },
      ),
    ).toBe(false);
    expect(await served({ countries: ["CH"] }, { regs })).toBe(true);
  });
});
