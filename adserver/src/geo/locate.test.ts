import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { AdRequest } from "../kernel/ad-request.ts";
import { parseBidRequest } from "../openrtb/request/parse-bid-request.ts";
import { someAgent, testDelivery, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { dataCentresBy, locateBy } from "./locate.ts";
import { openAddressData } from "./mmdb.ts";

const data = resolve(import.meta.dirname, "../../../../shared/data/geo");
const hasData = existsSync(data);
if (!hasData) console.log(`skipped: 4 tests, no address files in ${data}`);

const file = (name: string) => readFileSync(join(data, "test-data", `${name}.mmdb`));
const source = (name: string) =>
  (JSON.parse(readFileSync(join(data, "source-data", `${name}.json`), "utf8")) as Record<string, unknown>[]).flatMap(
    (entry) => Object.entries(entry) as [string, Record<string, unknown>][],
  );

test.skipIf(!hasData)("every network of the test files is found with its country and city", () => {
  let compared = 0;
  for (const name of ["GeoLite2-City-Test", "GeoIP2-City-Test", "GeoLite2-Country-Test"]) {
    const reader = openAddressData(file(name));
    for (const [network, wanted] of source(name)) {
      const found = reader.find(network.split("/")[0]!.replace(/^::(\d+\.\d+\.\d+\.\d+)$/, "$1"));
      if (found === undefined) continue;
      compared++;
      expect(found.country, network).toEqual(wanted.country);
      expect(found.city, network).toEqual(wanted.city);
    }
  }
  console.log(`compared ${compared} networks`);
  expect(compared).toBeGreaterThan(400);
});

test.skipIf(!hasData)("places come as bid requests name them; an unknown address has none", () => {
  const locate = locateBy(file("GeoLite2-City-Test"));
  expect(locate("2.125.160.216")).toEqual({ country: "GB", region: "GB-ENG", city: "Boxford" });
  expect(locate("::ffff:81.2.69.142")).toEqual({ country: "GB", region: "GB-ENG", city: "London" });
  for (const unknown of ["127.0.0.1", "::1", "nonsense", ""]) expect(locate(unknown)).toBeUndefined();
  expect(dataCentresBy(file("GeoIP2-Anonymous-IP-Test"))("71.160.223.45")).toBe(true);
});

test.skipIf(!hasData)("damaged files give nothing, or are refused at the start", () => {
  for (const name of readdirSync(join(data, "test-data"))) {
    const bytes = readFileSync(join(data, "test-data", name));
    for (const broken of [bytes, bytes.subarray(bytes.length / 3)]) {
      let reader: ReturnType<typeof openAddressData>;
      try {
        reader = openAddressData(broken);
      } catch (error) {
        expect(String(error)).toMatch(/MaxMind DB|range|deep|end|Cannot/i);
        continue;
      }
      for (const ip of ["1.1.1.1", "81.2.69.142", "2001:218::1", "::2.2.3.4"]) reader.find(ip);
    }
  }
  expect(() => openAddressData(Buffer.from("nothing"))).toThrow("no MaxMind DB");
});

test("an address is looked up only where a request tells no country, and its coordinates stay", () => {
  const asked: string[] = [];
  const locate = (ip: string) => {
    asked.push(ip);
    return { country: "GB", region: "GB-ENG", city: "London" };
  };
  const { delivery } = testDelivery([], { locate });
  const visitorOf = (changes: Record<string, unknown>) =>
    (parseBidRequest(testRequest(changes), delivery.parseContext("sandbox"), Date.now()) as AdRequest).visitor;
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

test.skipIf(!hasData)("the tag's ad follows the visitor's address", async () => {
  const locate = locateBy(file("GeoLite2-City-Test"));
  const house = testDelivery(
    [testSnapshot({ targeting: { cities: [{ name: "London", country: "GB", latitude: 51.5, longitude: -0.1 }] } })],
    { locate },
  );
  const isServed = async (ip: string) => {
    for (let i = 0; i < 60; i++) {
      house.clock.advance(60_000);
      const headers = { "user-agent": someAgent, referer: "https://news.example/" };
      if (String((await house.call("GET", "/frame?w=300&h=250", { ip, headers })).body).includes("data-litfass-ad"))
        return true;
    }
    return false;
  };
  expect(await isServed("2.125.160.216")).toBe(false);
  expect(await isServed("81.2.69.142")).toBe(true);
});
