import { readFileSync } from "node:fs";
import path from "node:path";
import { testAdServer, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), "utf8");
const { litfass } = parse(read("server/bidder-config/litfass.yaml")).adapters.generic.aliases;
const documented = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(read("README.md"))?.[1] ?? "");

test("the documented request gets a bid at the configured endpoint, and only with the secret", async () => {
  const { pathname, searchParams } = new URL(litfass.endpoint);
  const [, exchange = ""] = /^\/openrtb2\/([^/]+)\/bid$/.exec(pathname) ?? [];
  const secret = searchParams.get("key")!;
  const adServer = testAdServer([testSnapshot()], { exchanges: [{ name: exchange, secret }] });
  const { status, body } = await adServer.bid(documented, exchange, { query: `key=${secret}` });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: documented.id,
    cur: "CHF",
    seatbid: [{ bid: [{ impid: "1", mtype: 1, w: 300, h: 250, adomain: ["shop.example"] }] }],
  });
  expect(body.seatbid[0].bid[0].price).toBeGreaterThanOrEqual(1.2);
  expect(await adServer.call("POST", pathname, { body: Buffer.from(JSON.stringify(documented)) })).toMatchObject({
    status: 401,
  });
});

test("the configuration has what a host's generic alias needs", () => {
  expect(litfass).toMatchObject({ enabled: true, "ortb-version": "2.6", "endpoint-compression": "gzip" });
  const kinds = litfass["meta-info"];
  expect(kinds["site-media-types"]).toEqual(kinds["app-media-types"]);
  expect(kinds["site-media-types"]).toEqual(["banner", "video", "native"]);
});

test("its user sync leads back to the host with the visitor's ID", async () => {
  const url = new URL(litfass.usersync.redirect.url.replaceAll(/\{\w+\}/g, ""));
  const syncUrl = "https://host.example/setuid?bidder=litfass&uid={id}";
  const exchanges = [{ name: url.searchParams.get("exchange")!, syncUrl }];
  const adServer = testAdServer([testSnapshot()], {
    exchanges,
    locate: () => ({ country: "US", region: "", city: "" }),
  });
  const { status, headers } = await adServer.call("GET", `${url.pathname}?exchange=${exchanges[0]!.name}`);
  expect(status).toBe(302);
  expect(headers.location).toMatch(/^https:\/\/host\.example\/setuid\?bidder=litfass&uid=[\w-]{22}$/);
});

test("the bidder takes no parameters", () => {
  const { $schema, ...schema } = JSON.parse(read("server/bidder-params/litfass.json"));
  expect($schema).toBe("http://json-schema.org/draft-04/schema#");
  const accepts = new Ajv().compile(schema);
  expect([accepts({}), accepts({ adsUrl: "https://ads.example" }), accepts([])]).toEqual([true, false, false]);
});
