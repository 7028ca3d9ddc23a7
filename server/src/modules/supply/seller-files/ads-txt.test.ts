import { rootDomain } from "@litfass/adserver/index";
import { expect, test } from "vitest";
import { judgeSeller } from "../sellers/verdict.ts";
import { parseAdsTxt } from "./ads-txt.ts";
import { parseSellersJson } from "./sellers-json.ts";

const file = `\uFEFF# Anzeigen\r
OWNERDOMAIN=Verlag.example\r
managerdomain = sales.example, CH
SUBDOMAIN=sport.verlag.example
CONTACT=ads@verlag.example
exchange.example, 4711, DIRECT, abc123 # ours
Exchange.Example,  ab-C , reseller;ext=1
broken line
not a host, 1, DIRECT
exchange.example, 9, OWNER
exchange.example, , DIRECT
`;

test("parses a file of all kinds of lines into records and variables and skips the rest", () => {
  expect(parseAdsTxt(file)).toEqual({
    records: [
      { system: "exchange.example", sellerId: "4711", relationship: "direct" },
      { system: "exchange.example", sellerId: "ab-C", relationship: "reseller" },
    ],
    ownerDomain: "verlag.example",
    managerDomains: ["sales.example"],
    subdomains: ["sport.verlag.example"],
  });
  expect(parseAdsTxt("").records).toEqual([]);
  expect(parseAdsTxt("\0\u{1F600},,,\n=\n".repeat(2000)).records).toEqual([]);
});

test("files apply to the registered domain, also below a public suffix of two parts", () => {
  expect(rootDomain("news.verlag.co.uk")).toBe("verlag.co.uk");
  expect(rootDomain("shop.verlag.example")).toBe("verlag.example");
  expect(rootDomain("someone.github.io")).toBe("someone.github.io");
});

test("parses a sellers.json; rejects one without a list", () => {
  const sellers = [
    { seller_id: "4711", seller_type: "PUBLISHER", domain: "Verlag.example" },
    { seller_id: 12, seller_type: "intermediary", is_confidential: 1 },
    { seller_id: "x", seller_type: "FRIEND" },
    null,
  ];
  expect({ ...parseSellersJson(JSON.stringify({ sellers })) }).toEqual({
    "4711": { type: "publisher", domain: "verlag.example" },
    "12": { type: "intermediary", domain: "" },
  });
  expect(() => parseSellersJson("[]")).toThrow("no list of sellers");
});

test.each([
  ["4711", undefined, "direct", "listed_direct"],
  ["ab-C", undefined, "reseller", "listed_reseller"],
  ["AB-C", undefined, "unauthorised", "not_listed"],
  ["4711", { "4711": { type: "publisher", domain: "verlag.example" } }, "direct", "listed_direct"],
  ["4711", { "1": { type: "publisher", domain: "" } }, "unauthorised", "not_in_sellers_json"],
  ["4711", { "4711": { type: "intermediary", domain: "middle.example" } }, "reseller", "is_intermediary"],
  ["4711", { "4711": { type: "intermediary", domain: "sales.example" } }, "direct", "listed_direct"],
  ["constructor", {}, "unauthorised", "not_listed"],
] as const)("account %s with sellers %o is %s", (sellerId, sellers, verdict, reason) => {
  const known = sellers === undefined ? "unread" : { content: { ...sellers } };
  const judged = judgeSeller({ system: "exchange.example", sellerId }, { content: parseAdsTxt(file) }, known);
  expect(judged).toEqual({ verdict, reason });
});

test("returns unknown if the publisher has no file", () => {
  const seller = { system: "exchange.example", sellerId: "1" };
  expect(judgeSeller(seller, "absent", "absent")).toEqual({ verdict: "unknown", reason: "no_file" });
  expect(judgeSeller(seller, "unread", "absent")).toEqual({ verdict: "unknown", reason: "not_read" });
});
