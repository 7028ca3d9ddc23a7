import { expect, test } from "vitest";
import type { AdRequest } from "../kernel/ad-request.ts";
import { parseBidRequest } from "../openrtb/request/parse-bid-request.ts";
import { someAgent, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { addressFile } from "../testing/testing-address-file.ts";
import { dataCentresBy, locateBy } from "./locate.ts";
import { openAddressData } from "./mmdb.ts";

const place = (country: string, region: string, city: string) => ({
  country: { iso_code: country, names: { en: country } },
  subdivisions: [{ iso_code: region }],
  city: { geoname_id: 2_661_552, names: { de: `${city} (de)`, en: city } },
});
const networks = {
  "192.0.2.0/25": place("CH", "BE", "Bern"),
  "192.0.2.128/25": place("GB", "ENG", "London"),
  "198.51.100.0/24": { registered_country: { iso_code: "DE" }, city: { names: { fr: "Cologne" } } },
  "203.0.113.7/32": { traits: { note: "x".repeat(200) } },
  "2001:db8::/32": place("CH", "ZH", "Zürich"),
};

test.each([24, 28, 32] as const)("finds networks of both IP versions in a file of %i bits per record", (recordSize) => {
  const reader = openAddressData(addressFile({ networks, recordSize }));
  const found = ["192.0.2.1", "192.0.2.127", "192.0.2.128", "198.51.100.255", "203.0.113.7", "2001:db8:ffff::1"];
  const wanted = [0, 0, 1, 2, 3, 4].map((at) => Object.values(networks)[at]);
  expect(found.map((ip) => reader.find(ip))).toEqual(wanted);
  for (const unknown of ["192.0.3.0", "203.0.113.6", "2001:db9::1"]) expect(reader.find(unknown)).toBeUndefined();
  const old = openAddressData(
    addressFile({ networks: { "192.0.2.0/24": { a: [true, false] } }, recordSize, ipVersion: 4 }),
  );
  expect([old.find("192.0.2.9"), old.find("2001:db8::1")]).toEqual([{ a: [true, false] }, undefined]);
});

test("names places like bid requests; an unknown address has none", () => {
  const locate = locateBy(addressFile({ networks }));
  expect(locate("192.0.2.5")).toEqual({ country: "CH", region: "CH-BE", city: "Bern" });
  expect(locate("::ffff:192.0.2.200")).toEqual({ country: "GB", region: "GB-ENG", city: "London" });
  expect(locate("198.51.100.1")).toEqual({ country: "DE", region: "", city: "" });
  for (const unknown of ["127.0.0.1", "::1", "203.0.113.7", "nonsense", ""]) expect(locate(unknown)).toBeUndefined();
  const isDataCentre = dataCentresBy(
    addressFile({
      networks: { "192.0.2.0/24": { is_hosting_provider: true }, "198.51.100.0/24": { is_anonymous: true } },
    }),
  );
  expect(["192.0.2.5", "198.51.100.1", "10.0.0.1"].map(isDataCentre)).toEqual([true, false, false]);
});

test("damaged files return nothing or fail at the start", () => {
  const whole = addressFile({ networks });
  for (let at = 0; at < whole.length; at++) {
    const flipped = Buffer.from(whole);
    flipped[at] = flipped[at]! ^ 0xff;
    for (const broken of [flipped, whole.subarray(at)]) {
      let reader: ReturnType<typeof openAddressData>;
      try {
        reader = openAddressData(broken);
      } catch (error) {
        expect(String(error)).toContain("not a readable MaxMind DB file");
        continue;
      }
      for (const ip of ["192.0.2.1", "203.0.113.7", "2001:db8::1", "::2.2.3.4"]) reader.find(ip);
    }
  }
  const withoutTree = whole.subarray(whole.length - 300);
  for (const broken of [Buffer.from("nothing"), Buffer.alloc(0), withoutTree])
    expect(() => openAddressData(broken)).toThrow("not a readable MaxMind DB file");
});

test("looks up an address only without a country, and keeps coordinates", () => {
  const asked: string[] = [];
  const locate = (ip: string) => {
    asked.push(ip);
    return { country: "GB", region: "GB-ENG", city: "London" };
  };
  const { instance } = testAdServer([], { locate });
  const visitorOf = (changes: Record<string, unknown>) =>
    (parseBidRequest(testRequest(changes), instance.parseContext("sandbox"), Date.now()) as AdRequest).visitor;
  const ip = "192.0.2.1";
  expect(visitorOf({ device: { ip, geo: { country: "CHE", city: "Bern" } } })).toMatchObject({ country: "CH" });
  expect(visitorOf({ device: { ip }, user: { id: "v", geo: { country: "CH" } } })).toMatchObject({ country: "CH" });
  expect(asked).toEqual([]);
  expect(visitorOf({ device: { ip } })).toMatchObject({ country: "GB", region: "GB-ENG", city: "London" });
  expect(
    visitorOf({ device: { ipv6: "2001:db8::1", geo: { lat: 51.5, lon: -0.1 } }, regs: { gdpr: 0 } }),
  ).toMatchObject({
    country: "GB",
    latitude: 51.5,
    longitude: -0.1,
  });
  expect(asked).toEqual([ip, "2001:db8::1"]);
});

test("the tag's ad depends on the visitor's address", async () => {
  const locate = locateBy(addressFile({ networks }));
  const delivery = testAdServer(
    [testSnapshot({ targeting: { cities: [{ name: "London", country: "GB", latitude: 51.5, longitude: -0.1 }] } })],
    { locate },
  );
  const isServed = async (ip: string) => {
    for (let i = 0; i < 60; i++) {
      delivery.clock.advance(60_000);
      const headers = { "user-agent": someAgent, referer: "https://news.example/" };
      if (String((await delivery.call("GET", "/frame?w=300&h=250", { ip, headers })).body).includes("data-litfass-ad"))
        return true;
    }
    return false;
  };
  expect(await isServed("192.0.2.5")).toBe(false);
  expect(await isServed("192.0.2.200")).toBe(true);
});
